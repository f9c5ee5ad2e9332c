// Questions "as if it were logged", one after the other whoever asks: of those that wait at once the rules answer the newest
// alone, and the tap that waits for the rest would be logged without being asked about.
import type { Draft, OpenGame } from '../game';
import { sheetOf, type SheetView } from './reading';

let turn: Promise<unknown> = Promise.resolve();
let last: { game: OpenGame; sheet: SheetView | null; text: string; answer: Promise<SheetView | null> } | undefined;

/** The sheet as if `drafts` were logged, each question in its turn; null where the rules cannot say. What two ask of the same is asked once. */
export function previewed(game: OpenGame, ...drafts: Draft[]): Promise<SheetView | null> {
  const [sheet, text] = [sheetOf(game), JSON.stringify(drafts)];
  if (last?.game === game && last.sheet === sheet && last.text === text) return last.answer;
  const answer = turn.then(() => game.preview(...drafts) as unknown as Promise<SheetView>).catch(() => null);
  turn = answer;
  last = { game, sheet, text, answer };
  void answer.then((found) => { if (!found && last?.answer === answer) last = undefined; }); // asked anew by who needs it
  return answer;
}

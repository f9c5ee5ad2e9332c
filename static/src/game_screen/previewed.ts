// Questions "as if it were logged", one after the other whoever asks: of those that wait at once the rules answer the newest
// alone, and the tap that waits for the rest would be logged without being asked about.
import type { Draft, OpenGame } from '../game';
import { sheetOf, type SheetView } from './reading';

let turn: Promise<unknown> = Promise.resolve();
let last: { game: OpenGame; sheet: SheetView | null; text: string; answer: Promise<SheetView | null> } | undefined;

/** The sheet as if `draft` were logged, each question in its turn; null where the rules cannot say. What two ask of one draft is asked once. */
export function previewed(game: OpenGame, draft: Draft): Promise<SheetView | null> {
  const [sheet, text] = [sheetOf(game), JSON.stringify(draft)];
  if (last?.game === game && last.sheet === sheet && last.text === text) return last.answer;
  const answer = turn.then(() => game.preview(draft) as unknown as Promise<SheetView>).catch(() => null);
  turn = answer;
  last = { game, sheet, text, answer };
  return answer;
}

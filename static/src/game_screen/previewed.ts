// Questions "as if it were logged", one after the other whoever asks: of those that wait at once the rules answer the newest
// alone, and the tap that waits for the rest would be logged without being asked about.
import type { Draft, OpenGame } from '../game';
import type { SheetView } from './reading';

let turn: Promise<unknown> = Promise.resolve();

/** The sheet as if `draft` were logged, each question in its turn; null where the rules cannot say. */
export function previewed(game: OpenGame, draft: Draft): Promise<SheetView | null> {
  const answer = turn.then(() => game.preview(draft) as unknown as Promise<SheetView>).catch(() => null);
  turn = answer;
  return answer;
}

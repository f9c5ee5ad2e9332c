// Who has won, and whether it took a shoot-out, in the same words in the list, on the game and on its cards.
import { t } from '../words/t';

export interface Result { score: Record<string, number>; winner?: string | null; shootout?: Record<string, number> | null }

/** A shoot-out adds nothing to the score. */
const isLevel = ({ score }: Result): boolean => new Set(Object.values(score)).size < 2;

/** '' where nobody has won. `nameOf`: a team's name by its key. */
export function wonWords(result: Result, nameOf: (team: string) => string): string {
  if (!result.winner) return '';
  return t(result.shootout && isLevel(result) ? 'shootout.won' : 'signal.won', { team: nameOf(result.winner) });
}

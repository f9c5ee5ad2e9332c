// Who has won, and whether it took a shoot-out, in the same words in the list, on the game and on its cards.
import { t } from '../words/t';

export interface Result { score: Record<string, number>; winner?: string | null; shootout?: Record<string, number> | null }

const isLevel = ({ score }: Result): boolean => new Set(Object.values(score)).size < 2;

/** Whether the score alone shows who has won: a shoot-out adds nothing to it, and a forfeit may go against it. */
export const isPlain = ({ score, winner }: Result): boolean => Object.entries(score).every(([team, goals]) => team === winner || goals < (score[winner ?? ''] ?? 0));

/** '' where nobody has won. `nameOf`: a team's name by its key. */
export function wonWords(result: Result, nameOf: (team: string) => string): string {
  if (!result.winner) return '';
  return t(result.shootout && isLevel(result) ? 'shootout.won' : 'signal.won', { team: nameOf(result.winner) });
}

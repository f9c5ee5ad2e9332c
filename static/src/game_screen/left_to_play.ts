// How much of a period is still to be played: what ends it before its time asks first.
import type { OpenGame } from '../game';
import { limitsOf } from './curfew';
import { sheetOf, type SheetView } from './reading';
import { wallRules } from './wall_clock';

/** Whether nothing more is to be played, by the rules; also of a log that was signed off. */
export const isPlayedOut = ({ status, rulings }: SheetView): boolean =>
  status === 'ended' || status === 'abandoned' || rulings.some(({ code, what, overridden }) => !overridden && (code === 'shootout_won' || (code === 'next' && what === 'final')));

/** Whether all that is left of the game are its penalty shots. */
export const isShotsAlone = ({ penalty_shots, rulings }: SheetView): boolean =>
  penalty_shots.length > 0 && rulings.some(({ code, what, overridden }) => !overridden && code === 'next' && what === 'penalty_shots');

/** In ms, at a moment in ms since 1970; 0 where the rink's own clock counts, or the rulebook ends the period whatever its clock shows:
 * the game is over, or the time of day has come. */
export function leftToPlay(game: OpenGame, now_ms: number): number {
  const { period, left_ms } = game.clock.state.value;
  const sheet = sheetOf(game);
  const isOver = (sheet && isPlayedOut(sheet)) || limitsOf(game).some((limit) => limit.period === period && limit.over_ms <= now_ms);
  return isOver || wallRules(game) ? 0 : left_ms;
}

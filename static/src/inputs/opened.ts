// A call is of the moment at which its sheet was opened: the whistle has gone by then, and who it was is tapped while a clock
// may still run. A sheet that is open as a period begins is of that period: a call of an earlier one would take the game back there.
import { useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { milliseconds, minutes, reading } from '../game_screen/clock_words';
import { useGame } from '../game_screen/open';
import { periodName, shortPeriod } from '../game_screen/wording';
import type { GameClock } from '../game';
import { t } from '../words/t';

export interface Moment { period?: number | string; clock?: string }
export interface Opened extends Moment { id: string }

/** What the clock says of a call of now; nothing before the first period, and no time where nobody keeps it. */
export function momentOf({ state }: GameClock): Moment {
  const { period, left_ms, kept } = state.peek();
  return period === null ? {} : { period, ...(kept && { clock: reading(left_ms) }) };
}

/** The id and the moment of the call for which this sheet was opened. */
export function useOpened(): Opened {
  const game = useGame();
  const id = useMemo(() => game.newId(), []);
  const period = useComputed(() => game.clock.state.value.period).value;
  return useMemo(() => ({ id, ...momentOf(game.clock) }), [period]);
}

/** That moment as a sheet's head shows it and as it is read aloud; null where nobody keeps the clock. */
export function momentWords({ period, clock }: Moment): { shown: string; read: string } | null {
  if (period === undefined || clock === undefined) return null;
  const time = minutes(milliseconds(clock));
  return { shown: `${shortPeriod(period)} · ${time}`, read: t('sheet.moment', { period: periodName(period), time }) };
}

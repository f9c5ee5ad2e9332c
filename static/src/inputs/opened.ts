// A call is of the moment at which its sheet was opened: the whistle has gone by then, and who it was is tapped while a clock
// may still run. A sheet that is open as a period begins is of that period: a call of an earlier one would take the game back there.
import { useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { reading } from '../game_screen/clock_words';
import { useGame } from '../game_screen/open';
import type { GameClock } from '../game';

export interface Opened { id: string; period?: number | string; clock?: string }

/** What the clock says of a call of now; nothing before the first period, and no time where nobody keeps it. */
export function momentOf({ state }: GameClock): Omit<Opened, 'id'> {
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

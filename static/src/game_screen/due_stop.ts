// A clock that runs on after a call at which it stops: a clause of the rulebook says so, or time is stopped at every whistle.
import type { OpenGame } from '../game';
import { WHISTLED } from '../generated/calls';
import { milliseconds } from './clock_words';
import { goesOn, signals } from './flags';
import { isPlayedOut } from './left_to_play';
import { timingNow } from './last_minutes';
import { callsOf, sheetOf, triggerOf, type CallView, type Ruling, type SheetView } from './reading';
import { counting } from './standing';

/** Of the minutes, not of a call: the clock stops now. */
const OF_NOW = ['last_two_minutes', 'lead'];
/** Longer ago nobody can have meant it: play has gone on unlogged. */
const LATELY_MS = 60_000;

/** `reason`: the type of call, or the rules' own reason. `clock`: what it showed at that call, where it is to be put back to it. */
export interface DueStop { reason: string; clock?: string }

/** What a running clock should have stopped for; nothing where it may run, or play has gone on by what was logged. */
export function dueStop(game: OpenGame): DueStop | undefined {
  const { period, left_ms } = game.clock.state.value;
  const calls = counting(callsOf(game));
  const sheet = sheetOf(game);
  const end = sheet && endOf(sheet);
  const ruling = end ?? signals(game).find(({ code, mode }) => code === 'clock' && mode === 'stop');
  const whistled = timingNow(game) === 'stop' ? lastWhistle(calls, sheet) : undefined;
  const named = ruling ? calls.find(({ id }) => id === triggerOf(ruling)) : whistled;
  const call = named && hasStoodSince(calls, named) ? undefined : named;
  const reason = end ? 'over' : ruling?.reason ?? call?.type;
  if (!reason) return undefined;
  const since_ms = milliseconds(call?.clock) - left_ms;
  const isBack = call?.clock !== undefined && call.period === period && since_ms > 0 && since_ms < LATELY_MS && !OF_NOW.includes(reason);
  return { reason, ...(isBack && { clock: call.clock! }) };
}

/** Whether the clock stood when it showed that, or later in the period: it runs on by somebody's word. What it showed before it was last set tells nothing, and a start at the very second was before the whistle. */
function hasStoodSince(calls: CallView[], whistled: CallView): boolean {
  const { period, clock } = whistled;
  const of = calls.filter((one) => one.period === period && (one.type === 'clock' || one === whistled));
  const set = of.findLastIndex(({ type, action }) => type === 'clock' && action === 'set');
  const isSince = (one: CallView, place: number) => (one.action === 'stop' || (one.action === 'start' && (place > of.indexOf(whistled) || one.clock !== clock))) && milliseconds(one.clock) <= milliseconds(clock);
  return clock !== undefined && of.some((one, place) => place > set && isSince(one, place));
}

/** The last call, if play stops at it: by its kind, or since the rules say how play goes on after a breach. */
function lastWhistle(calls: CallView[], sheet: SheetView | null): CallView | undefined {
  const last = calls.findLast((call) => goesOn(call) || isWhistled(call));
  if (!last || goesOnAllTheSame(sheet, last)) return undefined;
  const isRestarted = last.type === 'violation' && sheet?.rulings.some((one) => one.code === 'restart' && !one.overridden && triggerOf(one) === last.id);
  return isRestarted || isWhistled(last) ? last : undefined;
}

/** A penalty that is delayed, a time-out that nobody is granted: there is no whistle. */
const goesOnAllTheSame = (sheet: SheetView | null, { id }: CallView): boolean =>
  sheet?.rulings.some((one) => ['delayed', 'denied'].includes(one.code) && !one.overridden && triggerOf(one) === id) ?? false;

const isWhistled = ({ type }: CallView): boolean => (WHISTLED as readonly string[]).includes(type);

/** What the rules say of the game's end, if nothing more is to be played. */
const endOf = (sheet: SheetView): Ruling | undefined =>
  (isPlayedOut(sheet) ? sheet.rulings.findLast(({ code, what, overridden }) => !overridden && (code === 'next' && what === 'final' || code === 'shootout_won')) : undefined);

// A clock that runs on after a call at which it stops: a clause of the rulebook says so, or time is stopped at every whistle.
import type { OpenGame } from '../game';
import { millisecondsOf } from '../hlc';
import { now_ms } from '../server_time';
import { milliseconds } from './clock_words';
import { goesOn, signals } from './flags';
import { callsOf, triggerOf, type CallView } from './reading';
import { counting } from './standing';

/** In stop time there was a whistle. */
const WHISTLED = ['penalty', 'goal', 'goalie_freeze', 'timeout'];
/** Of the minutes, not of a call: the clock stops now. */
const OF_NOW = ['last_two_minutes', 'lead'];
/** Logged longer ago it is not meant any more: play has gone on. */
const LATELY_MS = 60_000;

/** `reason`: the type of call, or the rules' own reason. `clock`: what it showed at that call, where it is to be put back to it. */
export interface DueStop { reason: string; clock?: string }

/** What a running clock should have stopped for; nothing where it may run, or play has gone on by what was logged. */
export function dueStop(game: OpenGame): DueStop | undefined {
  const { period, left_ms, timing } = game.clock.state.value;
  const calls = counting(callsOf(game));
  const ruling = signals(game).find(({ code, mode }) => code === 'clock' && mode === 'stop');
  const whistled = timing === 'stop' ? lastWhistle(calls) : undefined;
  const call = ruling ? calls.find(({ id }) => id === triggerOf(ruling)) : whistled;
  const reason = ruling?.reason ?? call?.type;
  if (!reason) return undefined;
  const isLately = call !== undefined && now_ms() - millisecondsOf(String(call.hlc)) < LATELY_MS; // however long its sheet was open
  const isBack = isLately && call.clock !== undefined && call.period === period && milliseconds(call.clock) > left_ms && !OF_NOW.includes(reason);
  return { reason, ...(isBack && { clock: call.clock! }) };
}

/** The last call, if play stops at it. */
function lastWhistle(calls: CallView[]): CallView | undefined {
  const last = calls.findLast(goesOn);
  return last && WHISTLED.includes(last.type) ? last : undefined;
}

// What is counted down now, by the log: the warm-up, a break, a time-out, free play. It began with a call, and time passes by the
// stamps' clock, so that it is the same on every phone and after a reload. Only what ends it ends it: while it runs the clock is
// stopped and started, and penalties are called, noted and put right.
import { millisecondsOf } from '../hlc';
import type { CallView, Screen, SheetView } from './reading';
import { triggerOf } from './reading';

export interface CountDown {
  key: string;
  of: 'warm_up' | 'break' | 'timeout' | 'play';
  began_ms: number; // since 1970
  whole_s: number;
}

/** Calls that are play: whatever was counted down in play is over with them. */
export const PLAY = ['period_start', 'period_end', 'goal', 'shot', 'possession', 'tagged_up', 'penalty', 'penalty_shot', 'shootout_attempt', 'violation', 'goalie_freeze', 'timeout', 'water_break', 'sign_off', 'abandon'];

/** `calls`: those that count. */
export function countedDown(calls: CallView[], sheet: SheetView | null, screen: Screen): CountDown | null {
  const since = calls.findLast(({ type }) => ['period_start', 'period_end', 'sign_off', 'abandon'].includes(type));
  if (!since) return screen.warm_up_s ? from(warmUpOf(calls), 'warm_up', screen.warm_up_s) : null;
  if (since.type === 'period_end') return from(since, 'break', breakAfter(since, sheet));
  if (since.type !== 'period_start') return null;
  const { timeout, countdowns } = screen;
  const stopped = calls.findLast((call) => (PLAY.includes(call.type) && call.type !== 'penalty') || isStart(call));
  if (timeout && stopped?.type === 'timeout') return isDenied(stopped, sheet) ? null : from(stopped, 'timeout', timeout.seconds);
  const last = lastOfPlay(calls, countdowns.map(({ after }) => after));
  return from(last, 'play', countdowns.find(({ after }) => after === last?.type)?.seconds);
}

/** The call by which play last went on; `also`: further types that count as such. */
export const lastOfPlay = (calls: CallView[], also: string[] = []): CallView | undefined =>
  calls.findLast(({ type }) => PLAY.includes(type) || also.includes(type));

/** The warm-up is the clock that was started before any period. */
export const warmUpOf = (calls: CallView[]): CallView | undefined => {
  const found = calls.find((call) => isStart(call) || call.type === 'period_start');
  return found?.type === 'clock' && found.period === undefined ? found : undefined;
};

const from = (call: CallView | undefined, of: CountDown['of'], whole_s: number | null | undefined): CountDown | null =>
  (call && whole_s ? { key: call.id, of, began_ms: millisecondsOf(call.hlc ?? ''), whole_s } : null);

const isStart = ({ type, action }: CallView): boolean => type === 'clock' && action === 'start';

const isDenied = ({ id }: CallView, sheet: SheetView | null): boolean =>
  sheet?.rulings.some((ruling) => ruling.code === 'denied' && !ruling.overridden && triggerOf(ruling) === id) ?? false;

const breakAfter = ({ id }: CallView, sheet: SheetView | null): number | null | undefined =>
  sheet?.rulings.find((ruling) => ruling.code === 'next' && !ruling.overridden && triggerOf(ruling) === id)?.seconds;

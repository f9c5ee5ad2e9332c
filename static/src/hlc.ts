// The hybrid logical clock of a game's log: "1796070000000-0003", thirteen digits of milliseconds and a counter, so
// that it sorts as text. It never runs backwards within a game, whatever the phone's clock does, and never throws.

const FURTHEST_AHEAD_MS = 10 * 60_000;
const COUNTERS = 10_000;

const spelled = (ms: number, counter: number) => `${String(ms).padStart(13, '0')}-${String(counter).padStart(4, '0')}`;

/** Milliseconds since 1970 that a stamp stands for; 0 where there is none yet. */
export const millisecondsOf = (hlc: string): number => Number(hlc.slice(0, 13)) || 0;

/** The stamp of the next call: now, or just after `last` where the clock has not got past it. */
export function tick(last: string, now_ms: number): string {
  const last_ms = millisecondsOf(last);
  if (now_ms > last_ms) return spelled(now_ms, 0);
  const counter = Number(last.slice(14)) + 1;
  return counter < COUNTERS ? spelled(last_ms, counter) : spelled(last_ms + 1, 0);
}

/** What the next call has to come after, once `seen` has been pulled; a stamp far ahead pulls along by ten minutes at most. */
export function merge(last: string, seen: string, now_ms: number): string {
  const furthest = spelled(now_ms + FURTHEST_AHEAD_MS, 0);
  const capped = seen < furthest ? seen : furthest;
  return capped > last ? capped : last;
}

// What a sign-off covers: every call that is on this phone, by device up to a number, and no number beyond one that this
// phone has only been told of: a call that is still to come would count in a log that was closed without it.
import type { Progress } from './generated/calls';
import type { CallRecord } from './stores';

/** `{device: n}`; a device of which nothing is covered is not in it. */
export function covered(records: Pick<CallRecord, 'call' | 'was' | 'seq'>[], progress: Record<string, Progress>): Record<string, number> {
  const here = new Map<string, Set<number>>();
  for (const { call, seq, was = [] } of records) {
    for (const { device, n } of seq ? [call] : [call, ...was]) here.set(device, (here.get(device) ?? new Set()).add(n));
  }
  const heads = [...here].map(([device, numbers]): [string, number] => {
    const gap = firstGap(numbers, progress[device]?.missing ?? []);
    return [device, Math.min(Math.max(...numbers), gap - 1)];
  });
  return Object.fromEntries(heads.filter(([, n]) => n > 0));
}

/** The first number that the server misses and that is not here either. */
function firstGap(numbers: ReadonlySet<number>, missing: Progress['missing']): number {
  const last = Math.max(...numbers);
  for (const [from, to] of missing) {
    for (let n = from; n <= Math.min(to, last); n++) if (!numbers.has(n)) return n;
  }
  return Infinity;
}

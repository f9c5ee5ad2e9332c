// One writer of what the server says, whichever tab it is in: who pushes or pulls waits for its turn.

const LONGEST_WAIT_MS = 60_000;
const ONCE_IN_VAIN_MS = 1_000;

let patience_ms = LONGEST_WAIT_MS; // with who has the turn: one that hung is not waited for as long at every call

export async function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!navigator.locks) return work();
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience_ms);
  try {
    return await navigator.locks.request('rinkside-sync', { signal: stop.signal }, () => {
      clearTimeout(timer);
      patience_ms = LONGEST_WAIT_MS;
      return work();
    });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    patience_ms = ONCE_IN_VAIN_MS;
    return work(); // that tab hangs; two at once do no harm, for one id is one call
  }
}

/** For work that has its turn already. */
export const atOnce = <Result>(work: () => Promise<Result>): Promise<Result> => work();

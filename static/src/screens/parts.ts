// What a first screen does without comes as bundles of its own, each when it is opened; app_bundles.mjs makes them of the literal
// `import('../parts/…')` here.
import { signal } from '@preact/signals';

/** What app_bundles.mjs puts behind the address of a part: '', or '?' and the number of the next try. */
declare global { interface Window { tries?: string } }

export interface Part<Module> {
  load(): Promise<Module>; // rejects where it does not come
  there(): Module | null;
}

const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 10 * 60_000;

let failures = 0;

/** A part is loaded once, for it may keep state; what did not load is asked for at another address from then on. */
function part<Module>(fetched: () => Promise<Module>): Part<Module> {
  const here = signal<Module | null>(null);
  let loading: Promise<Module> | undefined;
  const load = () => (loading ??= fetched().then((module) => (here.value = module), (error: unknown) => {
    loading = undefined;
    window.tries = `?${failures += 1}`;
    throw error;
  }));
  return { load, there: () => here.value };
}

export const betweenGames = part(() => import('../parts/between_games'));
export const fromPhoneToPhone = part(() => import('../parts/from_phone_to_phone'));
export const practice = part(() => import('../parts/practice'));
export const theGame = part(() => import('../parts/game'));

/** So that it is here where no worker keeps it and the signal has gone. What does not come is asked for again once the network or
 * somebody is back, and now and then while the app is looked at, ever less often: a browser does not tell of every network. */
export function fetchAhead(one: Part<unknown>, wait_ms = FIRST_WAIT_MS): void {
  one.load().catch(() => {
    const waiting = new AbortController();
    const again = () => {
      if (document.visibilityState !== 'visible') return;
      waiting.abort();
      clearTimeout(timer);
      fetchAhead(one, Math.min(LONGEST_WAIT_MS, wait_ms * 2));
    };
    const timer = setTimeout(again, wait_ms);
    addEventListener('online', again, waiting);
    document.addEventListener('visibilitychange', again, waiting);
  });
}

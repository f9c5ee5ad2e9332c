// What a first screen does without comes as bundles of its own, each when it is opened; app_bundles.mjs makes them of the literal
// `import('../parts/…')` here.
import { signal } from '@preact/signals';

/** What app_bundles.mjs puts behind the address of a part: '', or '?' and the number of the next try. */
declare global { interface Window { tries?: string } }

export interface Part<Module> {
  load(): Promise<Module>; // rejects where it does not come
  there(): Module | null;
}

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

/** So that it is here where no worker keeps it and the signal has gone; if it has gone already, once it is back. */
export function fetchAhead(one: Part<unknown>): void {
  one.load().catch(() => addEventListener('online', () => fetchAhead(one), { once: true }));
}

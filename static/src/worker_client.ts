// The page's end of the service worker: registers it, and tells when a new build waits. A new build never takes
// over by itself: a game may be on. It is applied where somebody taps, or when all tabs have been closed.
import { signal, type ReadonlySignal } from '@preact/signals';
import { comeUnderWorker } from './under_worker';

const CHECK_AT_MOST_EVERY_MS = 60_000;

const TRY_AGAIN_MS = 15_000;

const ANSWERS_WITHIN_MS = 20_000;

/** A build that is not this page's, by its id: `waits` for a tap, `elsewhere` was let in by another tab, `retired` took all away. */
export interface NewBuild { state: 'waits' | 'elsewhere' | 'retired'; build: string }

const newBuild = signal<NewBuild | null>(null);
const kept = signal(false);
let registration: ServiceWorkerRegistration | undefined;
let checked_ms = -Infinity; // on the monotonic clock
let gone = false;

/** What could be had instead of this page's build. */
export const update: ReadonlySignal<NewBuild | null> = newBuild;

/** True once the app opens without a network; until then the games' packets alone are not enough. */
export const shellKept: ReadonlySignal<boolean> = kept;

/** The build that this page is of, as the shell says. */
export const buildId = () => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content || 'unknown';

/** Register the worker, once the page has loaded, and watch for new builds. */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  void workers.ready.then(({ active }) => look(active));
  void comeUnderWorker();
  workers.addEventListener('controllerchange', () => void look(workers.controller));
  workers.addEventListener('message', ({ data }) => { if (data?.retired) takenBack(Boolean(workers.controller)); });
  for (const [target, name] of [[document, 'visibilitychange'], [window, 'focus'], [window, 'pageshow']] as const) {
    target.addEventListener(name, () => { if (document.visibilityState === 'visible') void checkForUpdate(); });
  }
  await register();
}

async function register(): Promise<void> {
  const registered = registration = await navigator.serviceWorker.register('/worker.js', { scope: '/', updateViaCache: 'none' });
  const watch = () => {
    const found = registered.installing;
    found?.addEventListener('statechange', () => {
      if (found.state === 'installed') void look(registered.waiting);
      // A first build that did not come through whole leaves nothing behind that is used: what did come is kept, so the next try is shorter.
      if (found.state === 'redundant' && !registered.active) setTimeout(() => { if (!gone) void register().catch(() => undefined); }, TRY_AGAIN_MS);
    });
  };
  watch();
  registered.addEventListener('updatefound', watch);
  await look(registered.waiting);
}

/** What a worker says of itself: of one that waits, which build it has; of the one in charge, whether the app is kept. */
async function look(worker: ServiceWorker | null): Promise<void> {
  if (!worker) return;
  const { build, whole, retired } = await told(worker);
  if (retired) return takenBack(false);
  if (worker === registration?.waiting) {
    if (registration.active) newBuild.value = { state: 'waits', build };
  } else {
    kept.value = whole;
    newBuild.value = build === buildId() ? null : { state: 'elsewhere', build };
  }
}

interface Told { build: string; whole: boolean; retired?: boolean }

function told(worker: ServiceWorker): Promise<Told> {
  return new Promise((settle) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => settle(data as Told);
    setTimeout(() => settle({ build: buildId(), whole: false }), ANSWERS_WITHIN_MS);
    worker.postMessage({ do: 'tell' }, [port2]);
  });
}

/** `here`: this page had a worker, and now is of a build that is to go. */
function takenBack(here: boolean) {
  gone = true;
  kept.value = false;
  if (here) newBuild.value = { state: 'retired', build: '' };
}

/** Have what is missing of this build fetched again, and look whether it is whole. */
export async function keepShell(): Promise<void> {
  await (registration?.active ? look(registration.active) : register());
}

/** Ask the server for a new build, at most once a minute. */
export async function checkForUpdate(): Promise<void> {
  if (!registration || performance.now() - checked_ms < CHECK_AT_MOST_EVERY_MS) return;
  checked_ms = performance.now();
  await registration.update().catch(() => undefined);
}

/** Let the waiting build take over, and load this page anew, if it is still a `quiet` moment then. Other tabs stay as they are. */
export function applyUpdate(quiet: () => boolean): void {
  const load = () => { if (quiet()) location.reload(); };
  if (!registration?.waiting) return load();
  navigator.serviceWorker.addEventListener('controllerchange', load, { once: true });
  registration.waiting.postMessage({ do: 'activate' });
}

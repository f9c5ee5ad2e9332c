// Sync: one drainer per browser pushes what is unsent and pulls what is new, on every append, at start, on becoming
// visible, on `online` and on a timer. No limit of tries. Logging never waits for it.
import { effect } from '@preact/signals';
import { onChange } from './changes';
import { notLost } from './lost_log';
import { oneAtATime } from './one_at_a_time';
import { practising } from './practice';
import { agree } from './put_back';
import { Offline, Refused } from './request';
import { account, latestIdentity, tokenRefused } from './session';
import { round, tryStuck, whyStuck } from './sync_round';
import { count, show, status } from './sync_status';
import type { Identity } from './stores';

export { count, status, type SyncStatus } from './sync_status';

const LONGEST_WAIT_MS = 60_000;
const AFTER_A_TAP_MS = 150;
const IDLE_MS = { visible: 15_000, hidden: 60_000 };
const LOOKS_MS = 15_000;
const SILENT_MS = 60_000;

const followed = new Map<string, number>();
let failures = 0;
let notBefore_ms = 0; // what the server asked for, on the monotonic clock: somebody may set the other one
let backoff_ms = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let started = false;
let running: Promise<void> | undefined;
let again = false;
let copied = false; // whether log and second copy hold the same, as far as is known
let counting: ReturnType<typeof setTimeout> | undefined;

/** Keep a game's calls and packet up to date while it is open. Answers how to stop. */
export function follow(game: string): () => void {
  followed.set(game, (followed.get(game) ?? 0) + 1);
  poke();
  return () => {
    const left = (followed.get(game) ?? 1) - 1;
    if (left) followed.set(game, left);
    else followed.delete(game);
  };
}

/** Start the drainer, but for practice. Call once, after the session has been recalled. */
export function startSync(): void {
  if (practising) return;
  started = true;
  onChange(({ of }) => {
    if (of === 'log' || of === 'session') copied = false;
    if (of === 'log') soon();
  });
  effect(() => { if (account.value) { void count(); poke(); } });
  addEventListener('online', poke);
  addEventListener('pageshow', poke);
  document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') poke(); });
  poke();
  watch(0, null);
}

/** Where calls wait and nothing was heard for a minute on end, whatever holds the loop is left to itself and another begins. */
function watch(silent_ms: number, heardAt: number | null): void {
  const { unsent, lastAnswerAt, state } = status.value;
  if (!unsent || state === 'signed_out' || lastAnswerAt !== heardAt) silent_ms = 0;
  const minutes_ms = silent_ms - (silent_ms % SILENT_MS);
  if (minutes_ms !== status.value.silent_ms) {
    show({ silent_ms: minutes_ms });
    if (minutes_ms) {
      running = undefined;
      poke();
    }
  }
  const isSeen = document.visibilityState === 'visible'; // else timers stand still, too
  setTimeout(() => watch(silent_ms + (isSeen ? LOOKS_MS : 0), lastAnswerAt), LOOKS_MS);
}

/** Once the tap is on disk and shown, and once for taps that follow each other closely. */
function soon(): void {
  clearTimeout(counting);
  counting = setTimeout(() => void count().then((unsent) => { if (unsent) wake(0); }), AFTER_A_TAP_MS);
}

/** Sync now, or as soon as the server allows, calls that it did not take included: somebody has come back, signed in or asks for it. */
export function poke(): void {
  tryStuck();
  wake(0);
}

/** Sync at the next good moment: nobody has asked for it by a tap. */
export const askAgain = (): void => wake(failures && backoff_ms);

function wake(wait_ms: number): void {
  if (!started) return;
  if (running) {
    again = true;
    return;
  }
  schedule(Math.max(wait_ms, notBefore_ms - performance.now()));
}

/** One round: push until nothing is left, then pull. Waits for its turn where another tab is at it. */
export async function drain(): Promise<void> {
  const identity = await latestIdentity();
  if (identity) await count();
  if (!identity?.token) {
    failures = 0; // nobody is there whose wait it was: who comes next does not wait, and until then the loop is idle
    if (identity) show({ state: 'signed_out' });
    return;
  }
  try {
    await oneAtATime(async () => { again = (await round(identity, [...followed.keys()])) || again; });
    failures = 0;
    await count();
    show(status.value.unsent ? { state: 'waiting', refusal: whyStuck() } : { state: 'sent', refusal: null });
  } catch (error) {
    await putOff(error, identity);
  }
}

/** How long to wait after so many failures in a row, spread at random so that phones do not come back all at once. */
export const waitAfter = (failures: number): number => Math.random() * Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** failures);

/** Keep everything and wait, at least as long as the server asks for. */
async function putOff(error: unknown, identity: Identity): Promise<void> {
  if (error instanceof Refused && error.status === 401) {
    failures = 0;
    await tokenRefused(identity.token!);
    return show({ state: 'signed_out', refusal: null });
  }
  backoff_ms = waitAfter(failures++);
  if (error instanceof Refused && error.retry_ms) notBefore_ms = performance.now() + error.retry_ms;
  show(error instanceof Refused ? { state: 'waiting', refusal: error.status } : { state: 'offline', refusal: null });
  if (!(error instanceof Refused || error instanceof Offline)) throw error;
}

function copyChanges(): void {
  if (copied) return;
  copied = true;
  void agree().then(notLost).catch(() => { copied = false; });
}

function schedule(wait_ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(run, wait_ms);
}

function run(): void {
  if (running) return;
  again = false;
  const mine: Promise<void> = drain().catch(() => undefined).finally(() => {
    copyChanges();
    if (running !== mine) return; // it was given up
    running = undefined;
    const idle_ms = document.visibilityState === 'visible' ? IDLE_MS.visible : IDLE_MS.hidden;
    schedule(Math.max(notBefore_ms - performance.now(), failures ? backoff_ms : again ? 0 : idle_ms));
  });
  running = mine;
}

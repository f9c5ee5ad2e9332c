// One round of sync: push until nothing is left, pull what is followed, and now and then the list of games. Throws Offline
// or Refused, with everything kept as it was.
import { takeNewDevice } from './device';
import { refreshGamesInTurn } from './games';
import { forgotten, keepResults, nextBatch, owedAgain, push } from './outbox';
import { refreshPacket } from './packets';
import { forgetCursor, pull } from './pull';
import { Offline, Refused } from './request';
import { become } from './session';
import { keep, kept } from './settings';
import { count, show } from './sync_status';
import type { Identity } from './stores';

const MOST_CALLS = 100;
const LIST_IS_OLD_MS = 5 * 60_000;
const LONGEST_ASIDE_MS = 10 * 60_000;
const TELLS_AGAIN_MS = 30_000; // of the games that it follows: the others see that it is there

let most = MOST_CALLS; // calls in a push: fewer after a failure that a smaller one may not meet
let listedFor = '';
let listed_ms = 0;
let headsToldFor = '';
let told_ms = 0; // on the monotonic clock, as listed_ms: somebody may set the other one
let toldOf = '';
const stuck = new Map<string, { tries: number; until_ms: number; status: number }>(); // calls that are refused each by itself, by id
const doubtful = new Set<string>(); // games that the server may have lost calls of: to be pulled from the start

/** Answers whether another round is due at once. */
export async function round(identity: Identity, followed: string[]): Promise<boolean> {
  let restored = false;
  let forks = 0;
  let epochs = 0;
  let told = false;
  let failed = false;
  const waits = () => new Set([...stuck].filter(([, { until_ms }]) => until_ms > performance.now()).map(([id]) => id));
  for (;;) {
    const epoch = await kept('epoch');
    const calls = await nextBatch(identity.account, most, waits());
    const isFresh = !failed && (!followed.length || (toldOf === followed.join() && performance.now() - told_ms < TELLS_AGAIN_MS));
    if (!calls.length && headsToldFor === identity.device && (told || isFresh)) break;
    if (calls.length) show({ state: 'sending' });
    try {
      const answer = await push(identity, calls, epoch, followed);
      told = true;
      told_ms = performance.now();
      toldOf = followed.join();
      await keepResults(identity.account, calls, answer.results);
      for (const { id } of calls) stuck.delete(id);
      if (answer.epoch !== epoch) await keep('epoch', answer.epoch);
      heard(identity);
      for (const game of await forgotten(identity, answer.progress)) {
        await forgetCursor(identity.account, game);
        doubtful.add(game);
      }
      most = Math.min(MOST_CALLS, most * 2);
      if (answer.fork || answer.results.some(({ code }) => code === 'number_conflict')) {
        if (++forks > 2) throw new Offline('the server asks for another device id again and again');
        identity = await takeNewDevice(identity.account);
        await become(identity);
      }
    } catch (error) {
      const epochNow = error instanceof Refused && error.status === 409 && error.error === 'epoch_changed' ? error.body?.epoch : undefined;
      if (epochNow) {
        if (++epochs > 2) throw new Offline('the server was restored again and again');
        for (const game of await owedAgain(identity, (error as Refused).body?.progress ?? {})) doubtful.add(game);
        await keep('epoch', epochNow);
      } else if (error instanceof Refused && [400, 413].includes(error.status) && calls.length) {
        failed = true;
        if (calls.length === 1) putAside(calls[0]!.id, error.status);
        most = Math.max(1, Math.floor(calls.length / 2));
      } else {
        const tooMuch = (error instanceof Offline && error.slow) || (error instanceof Refused && error.status >= 500);
        if (tooMuch && calls.length) most = Math.max(1, Math.floor(calls.length / 2));
        throw error;
      }
    }
    await count();
  }
  for (const game of new Set([...followed, ...doubtful])) {
    const epoch = await pull(identity, game).catch((error: unknown) => {
      if (followed.includes(game) || !(error instanceof Refused && [403, 404].includes(error.status))) throw error;
    });
    doubtful.delete(game);
    heard(identity);
    if (epoch === undefined) continue;
    if (epoch !== (await kept('epoch'))) {
      headsToldFor = '';
      restored = true;
    }
  }
  await refresh(identity, followed);
  return restored;
}

/** The list of games and the packets, once in five minutes, and at once for another official. */
async function refresh(identity: Identity, followed: Iterable<string>): Promise<void> {
  if (listedFor === identity.account && performance.now() - listed_ms < LIST_IS_OLD_MS) return;
  await refreshGamesInTurn(identity);
  for (const game of followed) await refreshPacket(identity, game);
  listedFor = identity.account;
  listed_ms = performance.now();
}

/** The others go on; it is tried again, less and less often. */
function putAside(id: string, status: number): void {
  const tries = (stuck.get(id)?.tries ?? 0) + 1;
  stuck.set(id, { tries, status, until_ms: performance.now() + Math.min(LONGEST_ASIDE_MS, 1_000 * 2 ** tries) });
}

/** The status by which the server does not take calls; null where there are none. */
export const whyStuck = (): number | null => [...stuck.values()].at(-1)?.status ?? null;

/** Somebody wants them tried again now. */
export const tryStuck = (): void => stuck.forEach((one) => { one.until_ms = 0; });

function heard({ device }: Identity): void {
  headsToldFor = device;
  show({ lastAnswerAt: Date.now() });
}

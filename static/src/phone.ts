// Start the phone's own part of the app: storage, who is signed in and what is kept, which the first screen needs; then sync
// and the service worker, which nothing waits for.
import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { onChange } from './changes';
import { probe, storage } from './database';
import { recallGames } from './games';
import { lookForLoss } from './lost_log';
import { recallPackets } from './packets';
import { agree } from './put_back';
import { forgetOldGames } from './room';
import { measured, recallOffset } from './server_time';
import { account, recallSession } from './session';
import { count, startSync } from './sync';
import { startWorker } from './worker_client';

const PROBE_AGAIN_MS = 2_000;

const recalled = signal(false);

/** True once it is known who is signed in and what is kept. Until then nothing may be logged on this phone. */
export const started: ReadonlySignal<boolean> = recalled;

/** Throws what the database threw where it cannot be read: then it is tried again until it can, whatever storage says meanwhile. */
export async function startPhone(): Promise<void> {
  effect(() => {
    if (recalled.value && storage.value !== 'failed' && storage.value !== 'blocked') return undefined;
    const again = setInterval(() => void (recalled.value ? tryStorage() : begin().catch(() => undefined)), PROBE_AGAIN_MS);
    return () => clearInterval(again);
  });
  document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') void tryStorage(); });
  await begin();
}

/** A disk that can be read and not written, a full one, still sends what is unsent. */
async function begin(): Promise<void> {
  if (recalled.value) return;
  await Promise.all([recallOffset(), recallSession().then(recall), tryStorage()]); // the readers first: a writer makes them wait
  if (recalled.value) return;
  recalled.value = true;
  effect(() => { if (account.value?.account !== recalledFor) void recall().catch(() => undefined); });
  void agree().catch(agree).catch(() => undefined).then(lookForLoss).catch(() => undefined); // a copy that does not open keeps nobody waiting
  startSync();
  void startWorker().catch(() => undefined); // private windows and old browsers do without
  onChange(({ of }) => {
    if (of === 'packet') void recallPackets(recalledFor ?? '').catch(() => undefined);
    if (of === 'session') void recallSession().catch(() => undefined);
  });
  effect(() => { if (measured.value) void forgetOldGames().catch(() => undefined); });
}

/** The storage signal says what came of it. */
const tryStorage = () => probe().catch(() => undefined);

let recalledFor: string | undefined;

async function recall(): Promise<void> {
  recalledFor = account.value?.account;
  await Promise.all([recallGames(recalledFor ?? null), recallPackets(recalledFor ?? ''), count()]);
}

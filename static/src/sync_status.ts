// How far sync has come, for the screen to show.
import { signal, type ReadonlySignal } from '@preact/signals';
import { unsentCount } from './log';
import { noteHeld } from './lost_log';
import { account } from './session';

export interface SyncStatus {
  unsent: number;
  lastAnswerAt: number | null; // ms since 1970, of the last answer that was verified
  state: 'sent' | 'waiting' | 'sending' | 'signed_out' | 'offline';
  refusal: number | null;      // the status with which the server said no
  silent_ms: number;           // how many whole minutes calls have waited without any answer that was verified
}

const shown = signal<SyncStatus>({ unsent: 0, lastAnswerAt: null, state: 'waiting', refusal: null, silent_ms: 0 });
export const status: ReadonlySignal<SyncStatus> = shown;

/** Count anew what is unsent. */
export async function count(): Promise<number> {
  const identity = account.value;
  const unsent = identity ? await unsentCount(identity.account).catch(() => shown.value.unsent) : 0;
  if (identity?.account !== account.value?.account) return count(); // somebody else has signed in meanwhile
  if (identity) noteHeld(identity.device, unsent);
  if (unsent !== shown.value.unsent) show({ unsent, ...(unsent && shown.value.state === 'sent' ? { state: 'waiting' as const } : {}) });
  return unsent;
}

export function show(change: Partial<SyncStatus>): void {
  shown.value = { ...shown.value, ...change };
}

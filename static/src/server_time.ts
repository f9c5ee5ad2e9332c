// The phone's clock, corrected by the offset last measured against the server. Evidence and order, never a reason to refuse.
import { signal, type ReadonlySignal } from '@preact/signals';
import { keep, kept } from './settings';

const offset_ms = signal(0);
const learned = signal(false);
const answers = signal(0);

export const now_ms = (): number => Date.now() + offset_ms.peek();

/** The server's clock less the phone's: more than 0 where the phone is slow. */
export const skew_ms: ReadonlySignal<number> = offset_ms;

/** Whether the server has told its time since this page was loaded: what was kept may be of a clock that somebody has set since. */
export const measured: ReadonlySignal<boolean> = learned;

/** How often the server has told its time. */
export const told: ReadonlySignal<number> = answers;

export async function recallOffset(): Promise<void> {
  offset_ms.value = (await kept('offset_ms')) ?? 0;
}

/** Learn from a verified answer: `server_ms` lay between the phone's `asked_ms` and `answered_ms`. */
export function learnOffset(server_ms: number, asked_ms: number, answered_ms: number): void {
  if (!Number.isFinite(server_ms) || answered_ms < asked_ms) return;
  const found = Math.round(server_ms - (asked_ms + answered_ms) / 2);
  // No measurement is better than half its round trip, or than the whole seconds of a server that tells no more.
  const doubt_ms = (answered_ms - asked_ms) / 2 + (server_ms % 1_000 ? 0 : 1_000);
  if (Math.abs(found - offset_ms.value) > doubt_ms) {
    offset_ms.value = found;
    void keep('offset_ms', found).catch(() => undefined);
  }
  learned.value = true;
  answers.value += 1;
}

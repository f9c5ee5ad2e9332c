// Whether the browser has promised to keep what this phone holds. It may say no; then "N calls not on the server" counts double.
import { signal, type ReadonlySignal } from '@preact/signals';

const promised = signal<boolean | null>(null);

/** null: not asked yet, or a browser that cannot be asked. */
export const storageIsKept: ReadonlySignal<boolean | null> = promised;

export async function keepStorage(): Promise<void> {
  if (promised.value || typeof navigator.storage?.persist !== 'function') return;
  promised.value = await navigator.storage.persist().catch(() => false);
}

// The one owner of the phone's database. A connection that died (iOS kills storage under a sleeping app) is opened
// anew and the same work tried once more. "Done" means that the transaction completed on disk, never less. A database
// that does not open is not waited for twice: somebody stands there with a call to log.
import { signal, type ReadonlySignal } from '@preact/signals';
import { openDB, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { named } from './practice';
import type { Stores } from './stores';
import { upgrade, VERSION } from './stores';

const NAME = named('rinkside');
const LIMIT_MS = 3_000;

/** What was to be kept is not on disk. Write it on paper. */
export class NotSaved extends Error {
  constructor(cause: unknown) {
    super(`not saved: ${cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)}`, { cause });
  }
}

class NoAnswer extends Error {
  override name = 'NoAnswer';
}

class NotOpened extends Error {
  override name = 'NotOpened';
}

type StorageState = 'closed' | 'ready' | 'blocked' | 'replaced' | 'failed';
const state = signal<StorageState>('closed');
let failures = 0; // what began before the last one and is on disk later says nothing of what came since

/** `blocked`: another tab holds an older version open. `replaced`: a newer version runs in another tab, load this page anew.
 * `failed`: it did not open, or did not keep what it was given; until it does again. */
export const storage: ReadonlySignal<StorageState> = state;

type Handle = IDBPDatabase<Stores>;
type StoreName = 'identities' | 'settings' | 'calls' | 'heads' | 'games' | 'packets' | 'pulls';
export type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<Stores, StoreName[], Mode>;

let opened: Promise<Handle> | undefined;

/** Run `work` in one transaction and answer what it answers, once that is on disk. `work` may run twice: it must be the same then. */
export async function transact<Mode extends 'readonly' | 'readwrite', Result>(
  stores: StoreName[], mode: Mode, work: (tx: Transaction<Mode>) => Promise<Result>,
): Promise<Result> {
  const before = failures;
  const answer = await attempt(stores, mode, work).catch(async (error: unknown) => {
    if (!connectionDied(error)) throw error;
    await drop();
    return attempt(stores, mode, work);
  });
  if (mode === 'readwrite' && state.value === 'failed' && failures === before) state.value = 'ready';
  return answer;
}

/** Write, read and delete: can this phone keep anything at all? Throws NotSaved. */
export async function probe(): Promise<void> {
  const mark = Math.random();
  try {
    await transact(['settings'], 'readwrite', async (tx) => {
      const settings = tx.objectStore('settings');
      await settings.put(mark, 'probe');
      if ((await settings.get('probe')) !== mark) throw new Error('read back something else');
      await settings.delete('probe');
    });
  } catch (error) {
    if (state.value !== 'blocked' && state.value !== 'replaced') fail();
    throw new NotSaved(error);
  }
}

/** What was to be logged is not on disk: said until something is again. */
export const storageFailed = (): void => { if (state.value === 'ready' || state.value === 'failed') fail(); };

function fail(): void {
  failures++;
  state.value = 'failed';
}

/** Let go of the connection. The next transaction opens another. */
export async function drop(): Promise<void> {
  const handle = opened;
  opened = undefined;
  await handle?.then((db) => db.close(), () => undefined);
}

async function attempt<Mode extends 'readonly' | 'readwrite', Result>(
  stores: StoreName[], mode: Mode, work: (tx: Transaction<Mode>) => Promise<Result>,
): Promise<Result> {
  const db = await (opened ??= open());
  const tx = db.transaction(stores, mode, { durability: 'strict' }) as Transaction<Mode>;
  const working = within(work(tx)); // its requests are on their way before all else
  const done = within(tx.done);
  done.catch(() => undefined);
  try {
    const result = await working;
    await done;
    return result;
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // It is over already, which is why we are here.
    }
    const why = await done.then(() => undefined, (reason: unknown) => reason);
    throw nameOf(error) === 'AbortError' && why ? why : error;
  }
}

function open(): Promise<Handle> {
  const opening = openDB<Stores>(NAME, VERSION, {
    upgrade,
    blocked: () => { state.value = 'blocked'; },
    blocking: (_version, _next, { target }) => {
      (target as IDBDatabase).close();
      forget();
      state.value = 'replaced';
    },
    terminated: () => forget(),
  });
  const handle = within(opening).then((db) => {
    if (state.value === 'closed' || state.value === 'blocked') state.value = 'ready';
    return db;
  }, (error: unknown) => {
    forget();
    if (nameOf(error) === 'VersionError') state.value = 'replaced';
    else if (state.value !== 'blocked') fail();
    void opening.then((late) => late.close(), () => undefined);
    throw nameOf(error) === 'NoAnswer' ? new NotOpened('the database does not open') : error;
  });
  const forget = () => { if (opened === handle) opened = undefined; }; // another may have been opened since
  return handle;
}

/** What a database answers, if it does within three seconds. */
export function within<Result>(promise: Promise<Result>): Promise<Result> {
  return new Promise((settle, fail) => {
    const timer = setTimeout(() => fail(new NoAnswer('the database did not answer in time')), LIMIT_MS);
    promise.then(settle, fail).finally(() => clearTimeout(timer));
  });
}

const nameOf = (error: unknown) => (error instanceof Error || error instanceof DOMException ? error.name : '');
const connectionDied = (error: unknown) => ['UnknownError', 'InvalidStateError', 'AbortError', 'NoAnswer'].includes(nameOf(error));

/** The disk, or what the browser grants of it, is full. */
export const isFull = (error: unknown): boolean => nameOf(error) === 'QuotaExceededError';

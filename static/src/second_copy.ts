// A second copy of what is unsent. A browser that is killed while it writes may find its database torn at a later start, and throws
// it away then with all that is in it; what the server has comes back, what it has not would be nowhere. So that stands in a
// storage bucket, too, whose database is a file of its own. A browser without buckets has the log alone.
import { wrap, type DBSchema, type IDBPDatabase } from 'idb';
import { within } from './database';
import { practising } from './practice';
import type { CallRecord, Identity } from './stores';

const NAME = 'unsent';

/** A call, and whose it is, without what signs them in. */
export interface Copy { identity: Identity; record: CallRecord }

export type CopyKey = [account: string, id: string, device: string];

interface Copies extends DBSchema { calls: { key: CopyKey; value: Copy } }

/** https://wicg.github.io/storage-buckets/, as far as it is used here. */
interface StorageBuckets {
  open(name: string, options: { durability: 'strict'; persisted: boolean }): Promise<{ indexedDB: IDBFactory }>;
}

let opened: Promise<IDBPDatabase<Copies> | null> | undefined;

/** Copy one call that is on disk and unsent. The log is what counts: nobody waits for this, and where it fails the next agreement has it. */
export async function copy(identity: Identity, record: CallRecord): Promise<void> {
  await rewrite([], [{ identity, record }]).catch(() => undefined);
}

/** Of every copy. */
export const copied = (): Promise<CopyKey[]> => using([], (db) => db.getAllKeys('calls'));

/** The copies under these keys, but for those that are gone. */
export const copiesOf = (keys: CopyKey[]): Promise<Copy[]> =>
  using([], async (db) => (await Promise.all(keys.map((key) => db.get('calls', key)))).filter((one) => one !== undefined));

/** Forget some and take in others, on disk. */
export const rewrite = (over: CopyKey[], fresh: Copy[]): Promise<void> => using(undefined, async (db) => {
  const { store, done } = db.transaction('calls', 'readwrite', { durability: 'strict' });
  await Promise.all([
    ...over.map((key) => store.delete(key)),
    ...fresh.map(({ identity, record }) => store.put({ identity: { ...identity, token: null }, record }, [record.account, record.id, record.call.device])),
    done,
  ]);
});

/** Forget the copies of calls that are answered, under whatever device they were made. */
export const forget = (account: string, ids: string[]): Promise<void> => using(undefined, async (db) => {
  const { store, done } = db.transaction('calls', 'readwrite', { durability: 'strict' });
  await Promise.all([...ids.map((id) => store.delete(IDBKeyRange.bound([account, id], [account, id, []]))), done]);
});

async function using<Result>(without: Result, work: (db: IDBPDatabase<Copies>) => Promise<Result>): Promise<Result> {
  const mine = (opened ??= open());
  try {
    const db = await within(mine);
    return db ? await within(work(db)) : without;
  } catch (error) {
    if (opened === mine) opened = undefined;
    void mine.then((db) => db?.close(), () => undefined);
    throw error;
  }
}

async function open(): Promise<IDBPDatabase<Copies> | null> {
  const { storageBuckets } = navigator as { storageBuckets?: StorageBuckets };
  if (practising || !storageBuckets) return null;
  const { indexedDB } = await storageBuckets.open(NAME, { durability: 'strict', persisted: true });
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore('calls');
  const db = (await wrap(request)) as unknown as IDBPDatabase<Copies>;
  db.addEventListener('versionchange', () => db.close()); // a newer build in another tab
  return db;
}

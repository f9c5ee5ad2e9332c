// Pages as they were last seen, for when there is no network: beside the referee's calls, never among them, and never in
// Cache Storage. They belong to one account: whoever signs out or in on this device leaves nothing behind.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

const NAME = 'rinkside-pages';
const KEPT_FOR_MS = 30 * 24 * 3_600_000; // as long as a sign-in holds without a visit
const MOST = 30;

/** A page's main part, and how to say when it was seen: `says` holds a `{when}`. */
export interface Seen {
  path: string;
  title: string;
  lang: string;
  look: string;
  html: string;
  says: string;
  seen_ms: number;
}

interface Kept extends DBSchema {
  pages: { key: string; value: Seen };
  whose: { key: 'account'; value: string };
}

/** Keep a page for an account; what another account had kept is forgotten before. */
export async function keep(account: string, page: Seen): Promise<void> {
  await work(async (db) => {
    const tx = db.transaction(['pages', 'whose'], 'readwrite');
    const pages = tx.objectStore('pages');
    if ((await tx.objectStore('whose').get('account')) !== account) await pages.clear();
    await tx.objectStore('whose').put(account, 'account');
    await pages.put(page);
    const old = (await pages.getAll()).sort((a, b) => b.seen_ms - a.seen_ms).slice(MOST);
    for (const one of old) await pages.delete(one.path);
    await tx.done;
  });
}

/** Forget all pages but those of an account. */
export async function forgetOthers(account: string): Promise<void> {
  await work(async (db) => {
    const tx = db.transaction(['pages', 'whose'], 'readwrite');
    if ((await tx.objectStore('whose').get('account')) !== account) await tx.objectStore('pages').clear();
    await tx.done;
  });
}

/** What was seen and is not too old, latest first. */
export async function allSeen(now_ms: number): Promise<Seen[]> {
  const pages = await work((db) => db.getAll('pages')) ?? [];
  return pages.filter((one) => now_ms - one.seen_ms < KEPT_FOR_MS).sort((a, b) => b.seen_ms - a.seen_ms);
}

/** Storage that is switched off or full keeps nothing, and the page does without. */
async function work<Result>(of: (db: IDBPDatabase<Kept>) => Promise<Result>): Promise<Result | undefined> {
  try {
    const db = await openDB<Kept>(NAME, 1, {
      upgrade: (fresh) => {
        fresh.createObjectStore('pages', { keyPath: 'path' });
        fresh.createObjectStore('whose');
      },
    });
    try {
      return await of(db);
    } finally {
      db.close();
    }
  } catch {
    return undefined;
  }
}

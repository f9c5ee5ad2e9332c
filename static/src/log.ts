// The log: calls are appended, never changed. A call is saved once its transaction has completed, and one id is one
// call however often it is tapped. n runs without gaps per device and game, so that a gap shows what is missing.
import { announce } from './changes';
import { covered } from './covers';
import { isFull, NotSaved, storageFailed, transact, type Transaction } from './database';
import { tick } from './hlc';
import { SHAPE_VERSION, type Call, type Draft } from './generated/calls';
import { practising } from './practice';
import { makeRoom } from './room';
import { copy } from './second_copy';
import { now_ms } from './server_time';
import type { CallRecord, Head, Identity } from './stores';

/** Whose log of which game a call goes to, and what the phone ruled with. */
export interface Page {
  account: string;
  game: string;
  packet: string; // digest
  app: string;    // build
}

/** Of a call that the server is to have: all but what is logged in practice. */
export const owed: { outbox?: 1 } = practising ? {} : { outbox: 1 };

type Said = Draft & { id: string; called_by?: string };

/** `by`: whose it is, of a record that was not there before. */
interface Put { record: CallRecord; by?: Identity }

/** Hears of a record on its way to the disk. */
type Soon = (record: CallRecord) => void;

let last: Head | undefined; // how far the device had come by the last call that was logged here

/** More was logged since: what was taken for granted has to be read first. */
class Stale extends Error {}

/** A record of that key is there. */
const isThere = (error: unknown): boolean => error instanceof DOMException && error.name === 'ConstraintError';

/** Append a call. Resolves when it is on disk; throws NotSaved. A call whose id is there already is left as it was. On a
 * full disk games that are over make room, one by one. */
export async function append(page: Page, said: Said, soon?: Soon): Promise<CallRecord> {
  for (;;) {
    try {
      const { record, by } = await put(page, said, soon);
      if (by && record.outbox) void copy(by, record);
      announce(page.game);
      return record;
    } catch (error) {
      if (isFull(error) && (await makeRoom(page.game).catch(() => false))) continue;
      storageFailed();
      throw new NotSaved(error);
    }
  }
}

let turn: Promise<unknown> = Promise.resolve();

/** One after the other: what is tapped first comes first in the log. */
function put(page: Page, said: Said, soon?: Soon): Promise<Put> {
  const mine = turn.then(() => putNext(page, said, soon));
  turn = mine.catch(() => undefined);
  return mine;
}

/** A call is written after the last one at once, while that is read again, which saves a round on disk: where it is the last no more, or
 * the call is there already, nothing was written. */
async function putNext(page: Page, said: Said, soon?: Soon): Promise<Put> {
  const closes = said.type === 'sign_off';
  const once = (granted?: Head) => transact(['identities', 'calls', 'heads', ...(closes ? ['pulls' as const] : [])], 'readwrite', (tx) => putAfter(granted, tx, page, said, soon));
  try {
    return await once(last?.game === page.game && !closes ? last : undefined);
  } catch (error) {
    if (error instanceof Stale || isThere(error)) return once();
    throw error;
  }
}

/** Learn how far a game's log has come, so that its first call is written at once, too. */
export async function lookAhead(account: string, game: string): Promise<void> {
  last = await transact(['identities', 'heads'], 'readonly', async (tx) => {
    const identity = await tx.objectStore('identities').get(account);
    return identity && headOf(tx, identity.device, game);
  });
}

async function putAfter(granted: Head | undefined, tx: Transaction<'readwrite'>, page: Page, said: Said, soon?: Soon): Promise<Put> {
  const reading = Promise.all([
    tx.objectStore('identities').get(page.account), headOf(tx, granted?.device ?? last?.device ?? '', page.game), lastNamed(tx, page, said),
    granted ? undefined : tx.objectStore('calls').get([page.account, said.id]),
  ]);
  reading.catch(() => undefined);
  const early = granted && write(tx, page, said, granted, '');
  const [identity, usual, named, there] = await reading;
  if (early) {
    const holds = usual.device === identity?.device && usual.n === granted.n && usual.hlc === granted.hlc && named < early.record.call.hlc;
    if (!holds) throw new Stale();
    tx.commit(); // without waiting to be told that each was written
    void Promise.resolve(early.record).then(soon).catch(() => undefined); // whatever that does, this call is being saved
    return { record: await early.written, by: identity };
  }
  if (there) return { record: there };
  if (!identity) throw new Error('nobody is known on this phone by that account');
  const head = usual.device === identity.device ? usual : await headOf(tx, identity.device, page.game);
  const heads = said.type === 'sign_off' && { heads: await coveredHere(tx, page) };
  const { record, written } = write(tx, page, { ...said, ...heads }, head, named);
  soon?.(record);
  return { record: await written, by: identity };
}

/** Write a call as the next after `head`, and after the stamp `named`. */
function write(tx: Transaction<'readwrite'>, page: Page, said: Said, head: Head, named: string): { record: CallRecord; written: Promise<CallRecord> } {
  const hlc = tick(head.hlc, now_ms());
  const call = {
    ...said, game: page.game, device: head.device, n: head.n + 1, hlc: hlc > named ? hlc : tick(named, now_ms()),
    made_at: new Date().toISOString(), made_by: page.account, packet: page.packet, v: SHAPE_VERSION, app: page.app,
  } as Call;
  const record: CallRecord = { account: page.account, game: page.game, id: call.id, call, own: true, ...owed };
  const next: Head = { ...head, n: call.n, hlc };
  const written = Promise.all([tx.objectStore('calls').add(record), tx.objectStore('heads').put(next)]).then(() => {
    last = next;
    return record;
  });
  written.catch(() => undefined);
  return { record, written };
}

/** The stamp of the last call that this one is about, which it comes after however far ahead that is: the log's other calls do not. */
async function lastNamed(tx: Transaction<'readwrite'>, { account }: Page, said: Said): Promise<string> {
  const { call, about, award, calls = [] } = said as { call?: string; about?: string; award?: string; calls?: string[] };
  const ids = [call, about, award, ...calls].filter((id) => id !== undefined);
  const named = await Promise.all(ids.map((id) => tx.objectStore('calls').get([account, id])));
  return named.reduce((last, one) => (one && one.call.hlc > last ? one.call.hlc : last), '');
}

/** Read where the sign-off is written: no other tab's call and no pulled one comes in between. */
async function coveredHere(tx: Transaction<'readwrite'>, { account, game }: Page): Promise<Record<string, number>> {
  const [records, pull] = await Promise.all([tx.objectStore('calls').index('game').getAll([account, game]), tx.objectStore('pulls').get([account, game])]);
  return covered(records, pull?.progress ?? {});
}

export async function headOf(tx: Transaction<IDBTransactionMode>, device: string, game: string): Promise<Head> {
  return (await tx.objectStore('heads').get([device, game])) ?? { device, game, n: 0, hlc: '' };
}

export async function recordsOf(account: string, game: string): Promise<CallRecord[]> {
  return transact(['calls'], 'readonly', (tx) => tx.objectStore('calls').index('game').getAll([account, game]));
}

/** How many calls this account has logged here that the server has not answered for. */
export async function unsentCount(account: string): Promise<number> {
  return transact(['calls'], 'readonly', (tx) => tx.objectStore('calls').index('outbox').count([account, 1]));
}

/** Those calls. */
export async function unsentOf(account: string): Promise<CallRecord[]> {
  return transact(['calls'], 'readonly', (tx) => tx.objectStore('calls').index('outbox').getAll([account, 1]));
}

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

let usualDevice = ''; // by which the last call was logged: its head is read at once, which saves a round on disk

/** Append a call. Resolves when it is on disk; throws NotSaved. A call whose id is there already is left as it was. On a
 * full disk games that are over make room, one by one. */
export async function append(page: Page, said: Said): Promise<Call> {
  for (;;) {
    try {
      const { call, fresh } = await put(page, said);
      if (fresh?.record.outbox) void copy(fresh.identity, fresh.record);
      announce(page.game);
      return call;
    } catch (error) {
      if (isFull(error) && (await makeRoom(page.game).catch(() => false))) continue;
      storageFailed();
      throw new NotSaved(error);
    }
  }
}

function put(page: Page, said: Said): Promise<{ call: Call; fresh?: { identity: Identity; record: CallRecord } }> {
  const closes = said.type === 'sign_off';
  return transact(['identities', 'calls', 'heads', ...(closes ? ['pulls' as const] : [])], 'readwrite', async (tx) => {
    const [there, identity, usual, named] = await Promise.all([
      tx.objectStore('calls').get([page.account, said.id]), tx.objectStore('identities').get(page.account), headOf(tx, usualDevice, page.game), lastNamed(tx, page, said),
    ]);
    if (there) return { call: there.call };
    if (!identity) throw new Error('nobody is known on this phone by that account');
    const head = usual.device === identity.device ? usual : await headOf(tx, identity.device, page.game);
    usualDevice = identity.device;
    const hlc = tick(head.hlc, now_ms());
    const call = {
      ...said, ...(closes && { heads: await coveredHere(tx, page) }),
      game: page.game, device: identity.device, n: head.n + 1, hlc: hlc > named ? hlc : tick(named, now_ms()),
      made_at: new Date().toISOString(), made_by: page.account, packet: page.packet, v: SHAPE_VERSION, app: page.app,
    } as Call;
    const record: CallRecord = { account: page.account, game: page.game, id: call.id, call, own: true, ...owed };
    await Promise.all([tx.objectStore('calls').add(record), tx.objectStore('heads').put({ ...head, n: call.n, hlc })]);
    return { call, fresh: { identity, record } };
  });
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

export async function headOf(tx: Transaction<'readwrite'>, device: string, game: string): Promise<Head> {
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

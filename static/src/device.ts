// Whose phone this is: an account's device id stands in the same database as its log. A phone whose id turns out to be
// in use elsewhere takes a new one, and its unsent calls move there under their own ids.
import { randomId } from './call_id';
import { transact, type Transaction } from './database';
import { headOf } from './log';
import { inOrder } from './order';
import type { Call } from './generated/calls';
import type { CallRecord, Identity } from './stores';

export async function identityOf(account: string): Promise<Identity | undefined> {
  return transact(['identities'], 'readonly', (tx) => tx.objectStore('identities').get(account));
}

export async function allIdentities(): Promise<Identity[]> {
  return transact(['identities'], 'readonly', (tx) => tx.objectStore('identities').getAll());
}

/** Save an identity. Where the account had another device id here, its unsent calls move to the new one. */
export async function saveIdentity(identity: Identity): Promise<void> {
  await transact(['identities', 'calls', 'heads'], 'readwrite', async (tx) => {
    const before = await tx.objectStore('identities').get(identity.account);
    await tx.objectStore('identities').put(identity);
    if (before && before.device !== identity.device) await moveUnsent(tx, identity);
  });
}

/** Take a new device id and move what is unsent. Answers the identity as it now is. */
export async function takeNewDevice(account: string): Promise<Identity> {
  const device = randomId();
  return transact(['identities', 'calls', 'heads'], 'readwrite', async (tx) => {
    const before = await tx.objectStore('identities').get(account);
    if (!before) throw new Error(`no identity of ${account}`);
    const identity = { ...before, device };
    await tx.objectStore('identities').put(identity);
    await moveUnsent(tx, identity);
    return identity;
  });
}

/** Number unsent calls anew for the identity's device. Their ids and hlc stay, so their place in the log does, too. */
export async function moveUnsent(tx: Transaction<'readwrite'>, { account, device }: Identity): Promise<void> {
  const unsent: CallRecord[] = await tx.objectStore('calls').index('outbox').getAll([account, 1]);
  for (const record of unsent.sort((a, b) => inOrder(a.call, b.call))) {
    if (record.call.device === device) continue;
    const old = await headOf(tx, record.call.device, record.game);
    const head = await headOf(tx, device, record.game);
    const n = head.n + 1;
    await tx.objectStore('calls').put(numbered(record, device, n));
    await tx.objectStore('heads').put({ ...head, n, hlc: old.hlc > head.hlc ? old.hlc : head.hlc });
  }
}

/** A record under another number. Those that it had are remembered, so that nobody seems to owe them. */
export function numbered(record: CallRecord, device: string, n: number): CallRecord {
  return isNumber(record.call, device, n) ? record : { ...alsoAs(record, record.call), call: { ...record.call, device, n } };
}

/** A record that is known by one more number, too. */
export function alsoAs(record: CallRecord, { device, n }: Call): CallRecord {
  const others = (record.was ?? []).filter((one) => !isNumber(one, device, n));
  return { ...record, was: [...others, { device, n }] };
}

const isNumber = (of: { device: string; n: number }, device: string, n: number): boolean => of.device === device && of.n === n;

/** A call as its account may send it: in its name, for the author where that is another. What others sent for somebody the server tells of in theirs. */
export function inNameOf(account: string, given: Call): Call {
  if (given.made_by === account) return given;
  const { called_by: author = given.made_by, ...call } = given;
  return { ...call, made_by: account, ...(author !== account && { called_by: author }) } as Call;
}

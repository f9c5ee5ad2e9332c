// The outbox: calls that this phone holds and the server has not answered for. Nothing expires, nothing is dropped; a
// call leaves it by a result of the server's for that very id.
import { announce } from './changes';
import { randomId } from './call_id';
import { transact } from './database';
import { inNameOf, moveUnsent, numbered } from './device';
import { recordsOf, unsentOf } from './log';
import { inOrder } from './order';
import { ask, Offline } from './request';
import { forget } from './second_copy';
import type { Call, Progress, Result, SyncAnswer, SyncRequest } from './generated/calls';
import type { CallRecord, Head, Identity } from './stores';

const MOST_BYTES = 250 * 1024; // the server takes 256 KiB, the envelope included

/** The next calls to send, in canonical order: at most `most`, and no more than a request may weigh. */
export async function nextBatch(account: string, most: number, without: ReadonlySet<string>): Promise<Call[]> {
  const records = (await unsentOf(account)).filter(({ call }) => !without.has(call.id)).sort((a, b) => inOrder(a.call, b.call));
  const unsent = records.map(({ call }) => call);
  const bytes = new TextEncoder();
  let weight = 0;
  const fits = (call: Call, at: number) => (weight += bytes.encode(JSON.stringify(call)).length + 1 + 120 * (records[at]!.was?.length ?? 0)) <= MOST_BYTES || at === 0;
  const end = unsent.slice(0, most).findIndex((call, at) => !fits(call, at));
  return unsent.slice(0, end < 0 ? most : end);
}

/** Push a batch, which may be empty: then it tells how far this phone has logged, and which games it follows. Throws Offline, Refused. */
export async function push(identity: Identity, calls: Call[], epoch: string | undefined, followed: string[] = []): Promise<SyncAnswer> {
  const heads = { ...Object.fromEntries(followed.map((game) => [game, 0])), ...(await headsOf(identity)) };
  const ids = new Set(calls.map(({ id }) => id));
  const moved = (await unsentOf(identity.account)).flatMap(({ call: { id }, was }) => (ids.has(id) ? (was ?? []).map((one) => ({ id, ...one })) : []));
  const request: SyncRequest = { batch: randomId(), device: identity.device, epoch: epoch ?? null, calls, heads, moved };
  const { body } = await ask<SyncAnswer>('/sync', { token: identity.token, body: request });
  if (!answers(request, body)) throw new Offline('no answer to this batch');
  return body;
}

/** Only an answer that echoes the batch and has a result for every call of it is one. */
function answers(request: SyncRequest, body: SyncAnswer | null): body is SyncAnswer {
  if (body?.batch !== request.batch || typeof body.epoch !== 'string' || !Array.isArray(body.results)) return false;
  const results = new Map(body.results.map(({ id, result }) => [id, result]));
  return request.calls.every(({ id }) => ['accepted', 'duplicate', 'held', 'refused'].includes(results.get(id) ?? ''));
}

/** Mark what the server answered for of these calls. A number conflict marks nothing: that call is sent again from a new device id. */
export async function keepResults(account: string, sent: Call[], results: Result[]): Promise<void> {
  const { games, over } = await transact(['calls'], 'readwrite', async (tx) => {
    const changed = new Set<string>();
    const over: string[] = [];
    const verdicts = new Map(results.map((one) => [one.id, one]));
    for (const { id } of sent) {
      const { result, seq, code, says, device, n } = verdicts.get(id)!;
      const record = await tx.objectStore('calls').get([account, id]);
      if (!record || code === 'number_conflict') continue;
      const { outbox: _, ...answered } = device && n ? numbered(record, device, n) : record; // it arrived before it moved to a new device id, or another sent it
      const verdict = result === 'duplicate' ? answered.result ?? 'accepted' : result;
      await tx.objectStore('calls').put({
        ...answered, result: verdict, ...(seq ? { seq } : {}), ...(code ? { code } : {}), ...(says ? { says } : {}),
      });
      changed.add(record.game);
      over.push(id);
    }
    return { games: changed, over };
  });
  void forget(account, over).catch(() => undefined); // the next agreement tries again
  games.forEach((game) => announce(game));
}

/** The server was restored from a backup: what it now lacks of this phone's is unsent again, and all is pulled anew. Answers this phone's games. */
export async function owedAgain(identity: Identity, progress: Record<string, Progress>): Promise<string[]> {
  const { account, device } = identity;
  return transact(['calls', 'heads', 'pulls'], 'readwrite', async (tx) => {
    const all: CallRecord[] = await tx.objectStore('calls').getAll(IDBKeyRange.bound([account], [account, []]));
    for (const record of all) {
      const { device: by, n } = record.call;
      if (!record.own || record.outbox || isApart(record) || (by === device && holds(progress[record.game], n))) continue;
      await tx.objectStore('calls').put(toSendAgain(record));
    }
    await moveUnsent(tx, identity);
    await tx.objectStore('pulls').delete(IDBKeyRange.bound([account], [account, []]));
    return [...new Set(all.filter(({ own }) => own).map(({ game }) => game))];
  });
}

/** A record that the server has lost: unsent again if it was logged here, else kept for its author, or for somebody here to send in their place. */
export function toSendAgain({ seq: _seq, result: _result, code: _code, says: _says, ...bare }: CallRecord): CallRecord {
  return bare.own ? { ...bare, call: inNameOf(bare.account, bare.call), outbox: 1 } : { ...bare, by_hand: true };
}

/** Whether a call was refused because the server has another under its id: it is written on paper, and never sent again. */
export const isApart = ({ result, code }: CallRecord): boolean => result === 'refused' && code === 'id_conflict';

export const holds = (progress: Progress | undefined, n: number): boolean =>
  progress !== undefined && n <= progress.upto && !progress.missing.some(([from, to]) => n >= from && n <= to);

/** Games of which the server lacks a call that it had answered for: it was restored from a backup, and nobody told. */
export async function forgotten({ account, device }: Identity, progress: Record<string, Progress>): Promise<string[]> {
  const found: string[] = [];
  for (const [game, known] of Object.entries(progress)) {
    if (!known.missing.length) continue;
    const records = await recordsOf(account, game);
    if (records.some((one) => one.own && !one.outbox && !isApart(one) && one.call.device === device && !holds(known, one.call.n))) found.push(game);
  }
  return found;
}

/** Per game, how far this device has numbered its calls, sent or not. */
async function headsOf({ device }: Identity): Promise<Record<string, number>> {
  const all: Head[] = await transact(['heads'], 'readonly', (tx) => tx.objectStore('heads').getAll(IDBKeyRange.bound([device], [device, []])));
  return Object.fromEntries(all.filter(({ n }) => n > 0).map(({ game, n }) => [game, n]));
}

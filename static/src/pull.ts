// Pull a game's calls: rows and cursor are kept in one transaction, so that the cursor never passes what is not here. Each
// answer says what the log holds up to there: where this phone holds something else, as after the server was restored from
// a backup and nobody told, all is pulled anew, and what the server has lost is owed to it again.
import { newId } from './call_id';
import { announce } from './changes';
import { transact, type Transaction } from './database';
import { alsoAs, moveUnsent, numbered } from './device';
import { merge } from './hlc';
import { headOf } from './log';
import { holds, isApart, toSendAgain } from './outbox';
import { sameLog } from './parity';
import { ask, Offline } from './request';
import { now_ms } from './server_time';
import type { PullAnswer } from './generated/calls';
import type { CallRecord, Identity, Pull } from './stores';

const AT_ONCE = 500;

/** Pull until there is no more. Answers the epoch of the server's database. Throws Offline, Refused. */
export async function pull(identity: Identity, game: string): Promise<string> {
  let whole = false; // pulled from the start by this very pull
  const told = new Set<string>();
  for (;;) {
    const cursor = (await pulled(identity.account, game))?.cursor ?? 0;
    if (!cursor) {
      whole = true;
      told.clear();
    }
    const { body } = await ask<PullAnswer>(`/games/${encodeURIComponent(game)}/calls?cursor=${cursor}&limit=${AT_ONCE}`, { token: identity.token });
    if (!body || !Array.isArray(body.calls) || typeof body.cursor !== 'number' || !body.epoch) throw new Offline('no answer to a pull');
    for (const { call } of body.calls) told.add(call.id);
    const last = !body.more || body.cursor <= cursor;
    const changed = await keepPulled(identity, game, body, last && whole ? told : undefined);
    if (changed) announce(game, changed);
    if (!last) continue;
    if (whole || (await sameLog(identity.account, game, body))) return body.epoch;
    await forgetCursor(identity.account, game);
  }
}

export async function pulled(account: string, game: string): Promise<Pull | undefined> {
  return transact(['pulls'], 'readonly', (tx) => tx.objectStore('pulls').get([account, game]));
}

/** Doubt everything that was pulled of a game: the next pull begins at the start. */
export async function forgetCursor(account: string, game: string): Promise<void> {
  await transact(['pulls'], 'readwrite', (tx) => tx.objectStore('pulls').delete([account, game]));
}

/** `whole`: the ids of all that the server has, once it has told everything from the start. */
async function keepPulled(identity: Identity, game: string, { calls, cursor, waiting, decisions, progress, devices, revision, not_ruled_on, older_rules }: PullAnswer, whole?: ReadonlySet<string>): Promise<'log' | 'told' | false> {
  const { account, device } = identity;
  return transact(['calls', 'heads', 'pulls'], 'readwrite', async (tx) => {
    const head = await headOf(tx, device, game);
    for (const { call, seq, result, code } of calls) {
      const found = await tx.objectStore('calls').get([account, call.id]);
      const before = found && isApart(found) ? await keepApart(tx, found) : found;
      const here = before?.own ? numbered(before, call.device, call.n) : before;
      const { own = false, was } = here ?? {};
      const kept = here !== before && before?.outbox
        ? alsoAs(before, call) // another sent it, or this phone under an old number: it is sent all the same, for its number here would be owed
        : { account, game, id: call.id, call, own, seq, result, ...(code && { code }), ...(was && { was }) };
      await tx.objectStore('calls').put(kept);
      head.hlc = merge(head.hlc, call.hlc, now_ms());
      if (call.device === device) head.n = Math.max(head.n, call.n);
    }
    if (calls.length) await tx.objectStore('heads').put(head);
    const missed = whole ? await oweWhatIsMissing(tx, identity, game, whole, progress) : false;
    const earlier = await tx.objectStore('pulls').get([account, game]);
    const pull: Pull = { account, game, cursor, waiting, decisions, progress, devices, revision, ...(not_ruled_on && { not_ruled_on }), ...(older_rules && { older_rules }), told_ms: now_ms() };
    await tx.objectStore('pulls').put(pull);
    if (calls.length || missed) return 'log';
    return JSON.stringify([earlier?.progress, earlier?.decisions, earlier?.devices, earlier?.revision, earlier?.not_ruled_on, earlier?.older_rules]) !== JSON.stringify([progress, decisions, devices, revision, not_ruled_on, older_rules]) && 'told';
  });
}

/** Of a refused call under whose id the server has another: it stays in the log, under an id of its own, and the other takes its place. */
async function keepApart(tx: Transaction<'readwrite'>, refused: CallRecord): Promise<undefined> {
  const id = newId();
  await tx.objectStore('calls').put({ ...refused, id, call: { ...refused.call, id } });
}

/** What the server had and has no more: own calls are unsent again; others' wait for their authors, or for somebody here to send them in their place. */
async function oweWhatIsMissing(tx: Transaction<'readwrite'>, identity: Identity, game: string, whole: ReadonlySet<string>, progress: PullAnswer['progress']): Promise<boolean> {
  const records: CallRecord[] = await tx.objectStore('calls').index('game').getAll([identity.account, game]);
  let missed = false;
  for (const record of records) {
    const { call, outbox, by_hand, result } = record;
    if (whole.has(record.id) || outbox || by_hand || isApart(record)) continue;
    if (result === 'refused' && call.device === identity.device && holds(progress[call.device], call.n)) continue;
    await tx.objectStore('calls').put(toSendAgain(record));
    missed = true;
  }
  if (missed) await moveUnsent(tx, identity);
  return missed;
}

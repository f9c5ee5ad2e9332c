// What the log has lost is put back. The log and the second copy of what is unsent are held against each other: at start, since that
// is when a browser throws a torn database away, and after every round of sync that changed something.
import { announce } from './changes';
import { transact } from './database';
import { moveUnsent } from './device';
import { headOf } from './log';
import { copied, copiesOf, rewrite, type Copy, type CopyKey } from './second_copy';
import type { CallRecord } from './stores';

let running: Promise<CallRecord[]> | undefined;
let next: Promise<CallRecord[]> | undefined;

/** What is unsent is copied, what is answered is forgotten, and what the log lacks is put back into it, to wait for its official's
 * sign-in. Answers what was put back, under the numbers that it had. */
export function agree(): Promise<CallRecord[]> {
  return running ? (next ??= running.then(start, start)) : start(); // one under way may have looked already
}

function start(): Promise<CallRecord[]> {
  next = undefined;
  return (running = compare().finally(() => { running = undefined; }));
}

async function compare(): Promise<CallRecord[]> {
  const keys = await copied(); // before the log is looked at: what was copied by now was in it
  const { fresh, over, lacking } = await againstTheLog(keys);
  const back = lacking.length ? await putBack(await copiesOf(lacking)) : [];
  if (over.length || fresh.length) await rewrite(over, fresh);
  return back.length ? [...back, ...await compare()] : back; // they have other numbers now
}

async function againstTheLog(keys: CopyKey[]): Promise<{ fresh: Copy[]; over: CopyKey[]; lacking: CopyKey[] }> {
  const there = new Set(keys.map(nameOf));
  return transact(['identities', 'calls'], 'readonly', async (tx) => {
    const calls = tx.objectStore('calls');
    const [all, unsent] = await Promise.all([tx.objectStore('identities').getAll(), calls.index('outbox').getAllKeys()]);
    const due = unsent.flatMap(([account, id]) => all.filter((one) => one.account === account).map((identity) => ({ identity, id, name: nameOf([account, id, identity.device]) })));
    const names = new Set(due.map(({ name }) => name));
    const rest = keys.filter((key) => !names.has(nameOf(key)));
    const found = await Promise.all(rest.map(([account, id]) => calls.getKey([account, id])));
    return {
      fresh: await Promise.all(due.filter(({ name }) => !there.has(name)).map(async ({ identity, id }) => ({ identity, record: (await calls.get([identity.account, id]))! }))),
      over: rest.filter((_, at) => found[at]),
      lacking: rest.filter((_, at) => !found[at]),
    };
  });
}

/** Where their official is not known here any more, they wait under their old numbers for a sign-in, which gives them new ones. */
async function putBack(lost: Copy[]): Promise<CallRecord[]> {
  lost.sort((a, b) => (b.record.was?.length ?? 0) - (a.record.was?.length ?? 0)); // one call may have two, of before and after it moved
  const back = await transact(['identities', 'calls', 'heads'], 'readwrite', async (tx) => {
    const [calls, identities, heads] = [tx.objectStore('calls'), tx.objectStore('identities'), tx.objectStore('heads')];
    const records: CallRecord[] = [];
    for (const { identity, record } of lost) {
      const { account, game, id, call } = record;
      if (await calls.get([account, id])) continue;
      if (!(await identities.get(account))) await identities.put({ ...identity, put_back: true });
      const head = await headOf(tx, call.device, game);
      await heads.put({ ...head, n: Math.max(head.n, call.n), hlc: call.hlc > head.hlc ? call.hlc : head.hlc });
      await calls.put(record);
      records.push(record);
    }
    for (const account of new Set(records.map((one) => one.account))) {
      const identity = (await identities.get(account))!;
      if (!identity.put_back) await moveUnsent(tx, identity);
    }
    return records;
  });
  new Set(back.map(({ game }) => game)).forEach((game) => announce(game));
  return back;
}

const nameOf = (key: CopyKey): string => key.join(' ');

// The log on the phone: nothing is called saved that is not, and one tap is one call.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPhone, newTab } from './browser.mjs';

const PAGE = { account: 'pat', game: 'g1', packet: 'sha256:0', app: 'build' };
const goal = (id) => ({ id, type: 'goal', team: 'RED', scorer: 'R9' });

async function patsPhone() {
  const phone = await newPhone();
  await phone.device.saveIdentity({ account: 'pat', name: 'Pat', language: 'en', roles: [], device: 'd1', token: 't' });
  return phone;
}
const numbers = async (phone) => (await phone.log.recordsOf('pat', 'g1')).map(({ call }) => call.n).sort((a, b) => a - b);

test('three taps in one moment are one call', async () => {
  const phone = await patsPhone();
  const id = phone.calls.newId();
  await Promise.all([1, 2, 3].map(() => phone.log.append(PAGE, goal(id))));
  assert.deepEqual(await numbers(phone), [1]);
});

test('a call carries what the wire wants', async () => {
  const phone = await patsPhone();
  const { call } = await phone.log.append(PAGE, goal('c1'));
  assert.match(call.hlc, /^\d{13}-\d{4}$/);
  assert.deepEqual({ ...call, hlc: 0, made_at: 0 }, { ...goal('c1'), game: 'g1', device: 'd1', n: 1, hlc: 0, made_at: 0, made_by: 'pat', packet: 'sha256:0', v: 1, app: 'build' });
});

test('two tabs number one log without a gap', async () => {
  const one = await patsPhone();
  const two = await newTab();
  await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? one : two).log.append(PAGE, goal(`c${at}`))));
  assert.deepEqual(await numbers(one), Array.from({ length: 20 }, (_, at) => at + 1));
});

test('a call that fails takes no number', async () => {
  const phone = await patsPhone();
  await phone.log.append(PAGE, goal('c1'));
  await assert.rejects(phone.log.append(PAGE, { ...goal('c2'), assists: () => 'cannot be stored' }), phone.database.NotSaved);
  await phone.log.append(PAGE, goal('c3'));
  assert.deepEqual(await numbers(phone), [1, 2]);
});

test('calls that move to a new device id keep their ids and their place', async () => {
  const phone = await patsPhone();
  for (const id of ['c1', 'c2', 'c3']) await phone.log.append(PAGE, goal(id));
  const before = (await phone.log.recordsOf('pat', 'g1')).map(({ call }) => [call.id, call.hlc]);
  await phone.outbox.keepResults('pat', [{ id: 'c1' }], [{ id: 'c1', result: 'accepted', seq: 1 }]);
  const { device } = await phone.device.takeNewDevice('pat');
  await phone.log.append(PAGE, goal('c4'));
  const records = await phone.log.recordsOf('pat', 'g1');
  assert.deepEqual(records.slice(0, 3).map(({ call }) => [call.id, call.hlc]), before);
  assert.deepEqual(records.map(({ call }) => [call.device === device, call.n]), [[false, 1], [true, 1], [true, 2], [true, 3]]);
  assert.ok(records[3].call.hlc > records[2].call.hlc);
});

test('a call is written while that is still being read which it comes after, the first of a game, too', async () => {
  const phone = await patsPhone();
  await phone.log.lookAhead('pat', 'g1');
  const order = [];
  const { add, get } = IDBObjectStore.prototype;
  Object.assign(IDBObjectStore.prototype, {
    add(...args) {
      order.push('written');
      return add.apply(this, args);
    },
    get(...args) {
      const asked = get.apply(this, args);
      asked.addEventListener('success', () => order.push('read'));
      return asked;
    },
  });
  for (const id of ['c1', 'c2']) await phone.log.append(PAGE, goal(id));
  Object.assign(IDBObjectStore.prototype, { add, get });
  assert.deepEqual(order, ['written', 'read', 'read', 'written', 'read', 'read']);
});

/** Numbers between 0 and 1 that are the same each time. */
const chances = (seed) => () => ((seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31);

for (const seed of [1, 2, 3, 4]) {
  test(`a call is the next after all that was logged, in whichever tab and under whatever device id (${seed})`, async () => {
    const tabs = [await patsPhone(), await newTab()];
    const chance = chances(seed);
    const any = (all) => all[Math.floor(chance() * all.length)];
    const all = () => tabs[0].log.recordsOf('pat', 'g1');
    const steps = [
      ...Array(6).fill((at) => any(tabs).log.append(PAGE, goal(`c${at}`))),
      async () => any(tabs).log.append(PAGE, goal(any(await all()).id)), // tapped twice
      (at) => Promise.all(tabs.map((tab) => tab.log.append(PAGE, goal(`c${at}`)))),
      () => any(tabs).device.takeNewDevice('pat'),
      async (at) => any(tabs).log.append(PAGE, { id: `c${at}`, type: 'void', call: any(await all()).id, reason: 'other' }),
      (at) => any(tabs).database.transact(['calls'], 'readwrite', (tx) => tx.objectStore('calls').put({ // pulled, of a phone whose clock is ahead
        account: 'pat', game: 'g1', id: `t${at}`, own: false, call: { ...goal(`t${at}`), device: 'lees', n: at, hlc: `${Date.now() + at * 60_000}-0000` },
      })),
      (at) => any(tabs).database.transact(['heads', 'identities'], 'readwrite', async (tx) => { // pulled: the next comes after it
        const { device } = await tx.objectStore('identities').get('pat');
        const head = (await tx.objectStore('heads').get([device, 'g1'])) ?? { device, game: 'g1', n: 0, hlc: '' };
        await tx.objectStore('heads').put({ ...head, hlc: `${Date.now() + at * 1_000}-0000` });
      }),
      (at) => any(tabs).database.transact(['calls', 'heads', 'identities'], 'readwrite', async (tx) => { // the server had lost it
        await tx.objectStore('calls').put({ account: 'pat', game: 'g1', id: `o${at}`, own: true, outbox: 1, call: { ...goal(`o${at}`), device: 'd0', n: at, hlc: `1796070000000-${1000 + at}` } });
        await tabs[0].device.moveUnsent(tx, await tx.objectStore('identities').get('pat'));
      }),
    ];
    await tabs[0].log.append(PAGE, goal('c0'));
    for (let at = 1; at <= 40; at++) {
      const before = new Map((await all()).map((record) => [record.id, record]));
      const { device } = await tabs[0].device.identityOf('pat');
      const head = await tabs[0].database.transact(['heads'], 'readonly', (tx) => tx.objectStore('heads').get([device, 'g1']));
      await any(steps)(at);
      for (const { id, own, call } of await all()) {
        if (before.has(id)) assert.deepEqual({ ...call, device: 0, n: 0 }, { ...before.get(id).call, device: 0, n: 0 });
        if (before.has(id) || !own) continue;
        assert.deepEqual([call.device, call.n], [device, (head?.n ?? 0) + 1]);
        assert.ok(call.id[0] === 'o' || call.hlc > (head?.hlc ?? ''), 'after the last');
        assert.ok(!call.call || call.hlc > before.get(call.call).call.hlc, 'after what it is about');
      }
      const mine = (await all()).filter(({ own, call }) => own && call.device === device).map(({ call }) => call.n).sort((a, b) => a - b);
      assert.deepEqual(mine, mine.map((_, at) => at + 1));
    }
  });
}

test('of taps that follow each other closely the first comes first, also where another tab had logged meanwhile', async () => {
  const phone = await patsPhone();
  const other = await newTab();
  const order = async () => (await phone.log.recordsOf('pat', 'g1')).sort((a, b) => (a.call.hlc < b.call.hlc ? -1 : 1)).map(({ call }) => `${call.id}${call.n}`);
  await phone.log.append(PAGE, goal('z'));
  const first = phone.log.append(PAGE, goal('a'));
  await Promise.all([first, phone.log.append(PAGE, goal('b')), first.then(() => phone.log.append(PAGE, goal('c')))]);
  assert.deepEqual(await order(), ['z1', 'a2', 'b3', 'c4']);
  await other.log.append(PAGE, goal('y'));
  await Promise.all(['d', 'e', 'f'].map((id) => phone.log.append(PAGE, goal(id))));
  assert.deepEqual((await order()).slice(4), ['y5', 'd6', 'e7', 'f8']);
});

test('whoever hears of a call on its way to the disk may fail: it is saved', async () => {
  const phone = await patsPhone();
  await phone.log.append(PAGE, goal('c1'));
  const heard = [];
  await phone.log.append(PAGE, goal('c2'), ({ id }) => {
    heard.push(id);
    throw new Error('the rules are out');
  });
  assert.deepEqual(heard, ['c2']);
  assert.deepEqual(await numbers(phone), [1, 2]);
});

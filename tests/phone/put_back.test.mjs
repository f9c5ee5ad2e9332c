// A browser throws the phone's database away: what was unsent had a second copy, and is put back.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { connect, newPhone, newTab, withoutItsLog } from './browser.mjs';
import { LittleServer } from './little_server.mjs';

let server;
let marks;
before(async () => { server = await new LittleServer().start(); });
after(() => server.stop());
beforeEach(() => {
  Object.assign(server, { log: [], requests: [], owing: [] });
  connect(server.origin);
  marks = new Map();
  globalThis.localStorage = { getItem: (name) => marks.get(name) ?? null, setItem: (name, value) => marks.set(name, value) };
});

const say = (phone, id, account = 'pat', game = 'g1') => phone.log.append({ account, game, packet: 'p', app: 'b' }, { id, type: 'goal', team: 'RED', scorer: 'R9' });
const inCopy = async (phone) => (await phone.secondCopy.copied()).map(([account, id]) => `${account} ${id}`).sort();
const unsent = async (phone, account = 'pat') => (await phone.log.unsentOf(account)).map(({ id }) => id).sort();

/** A cold start, as the app does it. */
async function start(phone) {
  await phone.session.recallSession();
  const known = (await phone.device.allIdentities()).length > 0;
  phone.lostLog.lookForLoss(known, await phone.putBack.agree());
  return phone;
}

/** Pat's phone with calls that are not sent, of which both the log and the copy hold all. */
async function logged(...ids) {
  const phone = await newPhone();
  await phone.session.signIn('pat', 'secret');
  connect(null);
  for (const id of ids) await say(phone, id);
  await phone.sync.count();
  await phone.putBack.agree();
  connect(server.origin);
  return phone;
}

test('a call has its second copy by itself, and it is forgotten once the server has answered', async () => {
  const phone = await newPhone();
  await phone.session.signIn('pat', 'secret');
  connect(null);
  await say(phone, 'c1');
  for (let turn = 0; !(await inCopy(phone)).length; turn++) {
    assert.ok(turn < 1_000, 'it is not copied');
    await new Promise((go) => setTimeout(go, 5));
  }
  assert.deepEqual(await inCopy(phone), ['pat c1']);
  connect(server.origin);
  await phone.sync.drain();
  await phone.putBack.agree();
  assert.deepEqual([await inCopy(phone), await unsent(phone)], [[], []]);
});

test('what was unsent is back after the database was thrown away, waits for its official, and arrives once', async () => {
  const first = await logged('c1', 'c2', 'c3');
  const { device } = first.session.account.value;
  const phone = await start(await withoutItsLog());
  assert.equal(phone.session.account.value, null, 'nobody is signed in by it');
  assert.deepEqual([phone.lostLog.putBack.value, phone.lostLog.clearedWith.value], [3, null]);
  assert.deepEqual(await phone.session.othersWaiting(), [{ name: 'Pat', username: 'pat', unsent: 3 }]);
  server.owing = [{ device, phone: 'Android', heard_at: '2026-11-30T18:05:00Z', game: 'g1', label: 'Game 1', calls: 3 }];
  await phone.session.signIn('pat', 'secret');
  assert.deepEqual(phone.lostLog.lostCalls.value, [], 'nothing is lost');
  await say(phone, 'c4');
  const stamps = (await phone.log.recordsOf('pat', 'g1')).map(({ call }) => [call.hlc, call.id]).sort();
  assert.deepEqual(stamps.map(([, id]) => id), ['c1', 'c2', 'c3', 'c4'], 'what is logged now comes after it');
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1'), ['c1', 'c2', 'c3', 'c4']);
  const now = phone.session.account.value.device;
  assert.notEqual(now, device, 'how far the old device was numbered is lost, so it is another');
  assert.deepEqual(server.log.map(({ call }) => [call.device === now, call.n]), [[true, 1], [true, 2], [true, 3], [true, 4]]);
  assert.deepEqual(server.pushes().flatMap(({ body }) => body.moved), [1, 2, 3].map((n) => ({ id: `c${n}`, device, n })));
  await phone.putBack.agree();
  assert.deepEqual(await inCopy(phone), []);
  const last = await start(await newTab());
  assert.deepEqual([last.lostLog.putBack.value, last.lostLog.clearedWith.value], [0, null]);
});

test('calls that moved to another device since are known by the number that they had last', async () => {
  const first = await logged('c1', 'c2');
  const { device } = await first.device.takeNewDevice('pat');
  await first.putBack.agree();
  assert.deepEqual((await first.secondCopy.copied()).map(([, id, of]) => [id, of === device]), [['c1', true], ['c2', true]]);
  const phone = await start(await withoutItsLog());
  await phone.session.signIn('pat', 'secret');
  const { was } = (await phone.log.unsentOf('pat'))[1];
  assert.deepEqual([was.length, was.at(-1)], [2, { device, n: 2 }]);
});

test('what the copy lacks as well is told as lost, and nothing else', async () => {
  const first = await logged('c1', 'c2', 'c3');
  const { device } = first.session.account.value;
  await first.secondCopy.rewrite([['pat', 'c3', device]], []);
  const phone = await start(await withoutItsLog());
  assert.deepEqual([phone.lostLog.putBack.value, phone.lostLog.clearedWith.value], [2, 1]);
  server.owing = [{ device, phone: 'Android', heard_at: '2026-11-30T18:05:00Z', game: 'g1', label: 'Game 1', calls: 3 }];
  await phone.session.signIn('pat', 'secret');
  assert.deepEqual(phone.lostLog.lostCalls.value.map(({ calls, here }) => [calls, here]), [[1, true]]);
});

test('each official’s calls wait for that official; nobody else sees or sends them', async () => {
  const first = await logged('c1');
  await first.session.signOut(() => true);
  await first.session.signIn('lee', 'secret');
  connect(null);
  await say(first, 'd1', 'lee');
  await first.putBack.agree();
  connect(server.origin);
  const phone = await start(await withoutItsLog());
  await phone.session.signIn('lee', 'secret');
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1'), ['d1']);
  assert.deepEqual(await phone.session.othersWaiting(), [{ name: 'Pat', username: 'pat', unsent: 1 }]);
  await phone.session.signIn('pat', 'secret');
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1'), ['d1', 'c1']);
});

test('the copy holds nothing that signs anybody in', async () => {
  const phone = await logged('c1');
  const { token } = phone.session.account.value;
  assert.ok(token);
  const copies = await phone.secondCopy.copiesOf(await phone.secondCopy.copied());
  assert.equal(copies.length, 1);
  assert.ok(!JSON.stringify(copies).includes(token));
});

test('an answered call that has left the log to make room does not come back', async () => {
  const phone = await logged('c1');
  await phone.sync.drain();
  await phone.putBack.agree();
  await phone.database.transact(['calls'], 'readwrite', (tx) => tx.objectStore('calls').clear());
  assert.deepEqual(await phone.putBack.agree(), []);
  assert.deepEqual(await phone.log.recordsOf('pat', 'g1'), []);
});

test('a copy that could not be written is made later, and a browser that has none logs all the same', async () => {
  const phone = await newPhone();
  await phone.session.signIn('pat', 'secret');
  connect(null);
  const { storageBuckets } = navigator;
  navigator.storageBuckets = { open: () => Promise.reject(new DOMException('no room', 'QuotaExceededError')) };
  await say(phone, 'c1');
  await assert.rejects(phone.putBack.agree(), { name: 'QuotaExceededError' });
  navigator.storageBuckets = storageBuckets;
  await phone.putBack.agree();
  assert.deepEqual(await inCopy(phone), ['pat c1']);
  delete navigator.storageBuckets;
  const old = await newTab();
  await old.session.recallSession();
  await say(old, 'c2');
  assert.deepEqual([await old.putBack.agree(), await inCopy(old), await unsent(old)], [[], [], ['c1', 'c2']]);
});

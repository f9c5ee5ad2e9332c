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
  await phone.putBack.agree().catch(phone.putBack.agree).catch(() => undefined).then(phone.lostLog.lookForLoss);
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

test('what the copy lacks as well is told as lost, at every start, and nothing else', async () => {
  const first = await logged('c1', 'c2', 'c3');
  const { device } = first.session.account.value;
  await first.secondCopy.rewrite([['pat', 'c3', device]], []);
  for (const again of [withoutItsLog, newTab]) {
    const { lostLog } = await start(await again());
    assert.deepEqual([lostLog.putBack.value, lostLog.clearedWith.value], [2, 1]);
  }
  const phone = await start(await newTab());
  server.owing = [{ device, phone: 'Android', heard_at: '2026-11-30T18:05:00Z', game: 'g1', label: 'Game 1', calls: 3 }];
  await phone.session.signIn('pat', 'secret');
  assert.deepEqual(phone.lostLog.lostCalls.value.map(({ calls, here }) => [calls, here]), [[1, true]]);
});

test('two tabs that start at once put back each call once, and neither tells of a loss', async () => {
  await logged('c1', 'c2', 'c3');
  const one = await withoutItsLog();
  const tabs = [one, await newTab()];
  await Promise.all(tabs.map(start));
  assert.deepEqual(tabs.map(({ lostLog }) => [lostLog.putBack.value, lostLog.clearedWith.value]), [[3, null], [3, null]]);
  assert.deepEqual(await unsent(one), ['c1', 'c2', 'c3']);
});

test('what is put back after somebody was told that it is lost is lost no more', async () => {
  const first = await logged('c1', 'c2');
  const { device } = first.session.account.value;
  const { storageBuckets } = navigator;
  navigator.storageBuckets = { open: () => Promise.reject(new Error('busy')) };
  const phone = await start(await withoutItsLog());
  navigator.storageBuckets = storageBuckets;
  assert.equal(phone.lostLog.clearedWith.value, 2);
  server.owing = [{ device, phone: 'Android', heard_at: '2026-11-30T18:05:00Z', game: 'g1', label: 'Game 1', calls: 2 }];
  await phone.session.signIn('pat', 'secret');
  assert.deepEqual(phone.lostLog.lostCalls.value.map(({ calls }) => calls), [2]);
  await phone.putBack.agree().then(phone.lostLog.notLost);
  assert.deepEqual(phone.lostLog.lostCalls.value, []);
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1'), ['c1', 'c2']);
});

test('once all that was put back is sent nothing is told of it any more, nor counted at the next loss', async () => {
  await logged('c1', 'c2', 'c3');
  const phone = await start(await withoutItsLog());
  await phone.session.signIn('pat', 'secret');
  await phone.sync.drain();
  await phone.session.signOut(() => true);
  assert.deepEqual([phone.lostLog.putBack.value, phone.lostLog.clearedWith.value], [0, null]);
  const next = await start(await withoutItsLog());
  assert.deepEqual([next.lostLog.putBack.value, next.lostLog.clearedWith.value], [0, 0]);
});

test('who signs in by a code on that phone gets a device id that nobody else’s calls have', async () => {
  await logged('c1');
  const phone = await start(await withoutItsLog());
  await phone.session.signInWithCode('lee');
  await say(phone, 'd1', 'lee');
  const devices = (await phone.device.allIdentities()).map(({ device }) => device);
  assert.equal(new Set(devices).size, 2);
  await phone.sync.drain();
  assert.deepEqual(server.log.map(({ call }) => [call.id, call.n]), [['d1', 1]]);
});

test('a sign-off that is put back still comes after what it covers, on one device', async () => {
  const first = await logged('c1', 'c2');
  connect(null);
  await first.log.append({ account: 'pat', game: 'g1', packet: 'p', app: 'b' }, { id: 'off', type: 'sign_off', by: 'Pat' });
  await first.putBack.agree();
  connect(server.origin);
  const phone = await start(await withoutItsLog());
  await phone.session.signIn('pat', 'secret');
  await phone.sync.drain();
  const { device } = phone.session.account.value;
  assert.deepEqual(server.log.map(({ call }) => [call.id, call.device === device, call.n]), [['c1', true, 1], ['c2', true, 2], ['off', true, 3]]);
});

test('a call of which the copy has both an old number and a new one is told with both', async () => {
  const first = await logged('c1');
  const { device } = first.session.account.value;
  const [old] = await first.secondCopy.copiesOf(await first.secondCopy.copied());
  const moved = await first.device.takeNewDevice('pat');
  await first.putBack.agree();
  await first.secondCopy.copy(old.identity, old.record); // the one that the tap began, which came late
  const phone = await start(await withoutItsLog());
  await phone.session.signIn('pat', 'secret');
  const [{ was }] = await phone.log.unsentOf('pat');
  assert.deepEqual(was, [{ device, n: 1 }, { device: moved.device, n: 1 }]);
});

test('an agreement that is under way is not taken for one that begins now', async () => {
  const phone = await newPhone();
  await phone.session.signIn('pat', 'secret');
  connect(null);
  const { storageBuckets } = navigator;
  navigator.storageBuckets = { open: () => Promise.reject(new Error('busy')) };
  await say(phone, 'c1');
  await new Promise((go) => setTimeout(go, 0));
  navigator.storageBuckets = storageBuckets;
  const first = phone.putBack.agree();
  connect(server.origin);
  await phone.sync.drain();
  await Promise.all([first, phone.putBack.agree()]);
  assert.deepEqual(await inCopy(phone), []);
});

test('a newer build in another tab may change the copy’s shape', async () => {
  await logged('c1');
  const { indexedDB } = await navigator.storageBuckets.open('unsent');
  await new Promise((go, fail) => {
    const request = indexedDB.open('unsent', 2);
    request.onblocked = () => fail(new Error('blocked'));
    request.onsuccess = () => { request.result.close(); go(); };
  });
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

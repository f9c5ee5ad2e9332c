// A phone whose browser has cleared its log is told apart from a new one.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { connect, newPhone, newTab } from './browser.mjs';
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

const start = async (phone) => {
  await phone.session.recallSession();
  await phone.lostLog.lookForLoss();
};
const say = (phone, id) => phone.log.append({ account: 'pat', game: 'g1', packet: 'p', app: 'b' }, { id, type: 'goal', team: 'RED', scorer: 'R9' });
const owed = (device, calls = 2) => ({ device, phone: 'Android', heard_at: '2026-11-30T18:05:00Z', game: 'g1', label: 'Game 1', calls });
const lost = (phone) => phone.lostLog.lostCalls.value.map(({ device, calls, here }) => [device, calls, here]);

/** Pat's phone with two calls unsent, then with an empty database. Answers its old device id and the phone as it starts anew. */
async function cleared({ marksToo = false } = {}) {
  const first = await newPhone();
  await first.session.signIn('pat', 'secret');
  const { device } = first.session.account.value;
  connect(null);
  await say(first, 'c1');
  await say(first, 'c2');
  await first.sync.count();
  connect(server.origin);
  if (marksToo) marks.clear();
  const phone = await newPhone();
  await start(phone);
  return { device, phone };
}

test('a new phone of an official who owes nothing is told nothing', async () => {
  const phone = await newPhone();
  await start(phone);
  assert.equal(phone.lostLog.clearedWith.value, null);
  await phone.session.signIn('pat', 'secret');
  assert.deepEqual(lost(phone), []);
});

test('a phone whose database was cleared says so before anybody signs in, with how many calls were not sent', async () => {
  const { phone } = await cleared();
  assert.equal(phone.lostLog.clearedWith.value, 2);
});

test('the server’s list names what this phone lost; the same after a restart, until it is seen to', async () => {
  const { device, phone } = await cleared();
  server.owing = [owed(device)];
  await phone.session.signIn('pat', 'secret');
  assert.deepEqual(lost(phone), [[device, 2, true]]);
  assert.notEqual(phone.session.account.value.device, device, 'its numbers begin anew, so its id does');
  const again = await newTab();
  await start(again);
  assert.deepEqual([lost(again), again.lostLog.clearedWith.value], [[[device, 2, true]], null]);
  await again.lostLog.lossSeenTo();
  const last = await newTab();
  await start(last);
  assert.deepEqual(lost(last), []);
});

test('where no mark is left, the server’s list asks: this phone, or another of theirs', async () => {
  const { device, phone } = await cleared({ marksToo: true });
  assert.equal(phone.lostLog.clearedWith.value, null);
  server.owing = [owed(device)];
  await phone.session.signIn('pat', 'secret');
  assert.deepEqual(lost(phone), [[device, 2, false]]);
});

test('a phone that still has what it owes has lost nothing when its official signs in again', async () => {
  const phone = await newPhone();
  await phone.session.signIn('pat', 'secret');
  const { device } = phone.session.account.value;
  await say(phone, 'c1');
  await phone.sync.count();
  server.owing = [owed(device, 1)];
  await phone.session.signIn('pat', 'secret');
  assert.deepEqual(lost(phone), []);
  const again = await newTab();
  await start(again);
  assert.equal(again.lostLog.clearedWith.value, null);
});

test('what one official lost is named to them alone, stays while another is signed in, and follows the session in every tab', async () => {
  const { device, phone } = await cleared();
  server.owing = [owed(device)];
  await phone.session.signIn('pat', 'secret');
  const other = await newTab();
  await start(other);
  assert.deepEqual(lost(other), [[device, 2, true]]);
  server.owing = [];
  await phone.session.signIn('lee', 'secret');
  await other.session.recallSession();
  assert.deepEqual([lost(phone), lost(other)], [[], []]);
  await phone.session.signOut(() => true);
  server.owing = [owed(device)];
  await phone.session.signIn('pat', 'secret');
  await other.session.recallSession();
  assert.deepEqual([lost(phone), lost(other)], [[[device, 2, true]], [[device, 2, true]]]);
});

test('on a cleared phone the first to sign in leaves it known that Pat’s calls were here', async () => {
  const { device, phone } = await cleared();
  await phone.session.signIn('lee', 'secret');
  server.owing = [owed(device)];
  await phone.session.signIn('pat', 'secret');
  assert.deepEqual(lost(phone), [[device, 2, true]]);
});

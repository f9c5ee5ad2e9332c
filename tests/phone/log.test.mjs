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
  const call = await phone.log.append(PAGE, goal('c1'));
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

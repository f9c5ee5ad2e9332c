// A substitute whose sign-in ran out sends with a new code what they have; whoever joins next on the same phone is somebody else.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { connect, newPhone } from './browser.mjs';
import { LittleServer } from './little_server.mjs';

let server;
let phone;
before(async () => { server = await new LittleServer().start(); });
after(() => server.stop());
beforeEach(async () => {
  const guest = (id, name) => ({ id, name, language: 'en', roles: [] });
  Object.assign(server, { log: [], requests: [], accounts: { ...server.accounts, 'CODE-1': guest('gus', 'Gus Moen'), 'CODE-2': guest('gus', 'Gus Moen'), 'CODE-3': guest('ida', 'Ida') } });
  connect(server.origin);
  phone = await newPhone();
  await phone.session.joinByCode('CODE-1', 'Gus Moen');
});
const deviceOf = () => phone.session.account.value.device;

test('the same substitute with a new code keeps the device, and what waited is sent', async () => {
  await phone.log.append({ account: 'gus', game: 'g1', packet: 'p', app: 'b' }, { id: 'c1', type: 'goal', team: 'RED', scorer: 'R9' });
  const before = deviceOf();
  server.devices.clear();
  await phone.sync.drain();
  assert.equal(phone.session.signedOut.value, true);
  await phone.session.joinByCode('CODE-2', ' gus  moen');
  assert.equal(deviceOf(), before);
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1'), ['c1']);
});

test('the same substitute proves which account has the calls that wait here, for a restored server knows it no more', async () => {
  await phone.session.joinByCode('CODE-2', 'Gus Moen');
  await phone.session.joinByCode('CODE-3', 'Ida');
  const asked = server.requests.filter(({ path }) => path === '/api/v1/devices').map(({ body }) => body.joined);
  assert.deepEqual(asked, [undefined, 'gus, signed', undefined]);
});

test('another substitute on the same phone gets a device of their own, and so nobody else’s account', async () => {
  const before = deviceOf();
  await phone.session.joinByCode('CODE-3', 'Ida');
  assert.notEqual(deviceOf(), before);
  assert.deepEqual([phone.session.account.value.account, phone.session.isSubstitute(phone.session.account.value)], ['ida', true]);
});

test('an official of that name is no substitute', async () => {
  await phone.session.signIn('lee', 'secret');
  const lees = deviceOf();
  await phone.session.joinByCode('CODE-3', 'Lee');
  assert.notEqual(deviceOf(), lees);
});

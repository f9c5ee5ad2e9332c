// Who signs out with calls unsent gets a file a game, whatever one of the games lacks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect, newPhone } from './browser.mjs';
import { LittleServer } from './little_server.mjs';
import { packetOf } from './packet.mjs';

let server;
before(async () => { server = await new LittleServer().start(); });
after(() => server.stop());

test('a game without its packet is counted apart and keeps no other from having its file', async () => {
  server.packets = { g1: packetOf('g1') };
  connect(server.origin);
  const phone = await newPhone();
  await phone.session.signIn('pat', 'secret');
  await phone.packets.refreshPacket(phone.session.account.value, 'g1');
  for (const game of ['g1', 'gone']) await phone.log.append({ account: 'pat', game, packet: 'p', app: 'b' }, { id: `of ${game}`, type: 'goal', team: 'RED', scorer: 'R9' });
  const { parcels, without } = await phone.unsentFiles.unsentParcels(phone.session.account.value);
  assert.deepEqual([parcels.map(({ calls }) => calls.map(({ call }) => call.id)), without], [[['of g1']], 1]);
});

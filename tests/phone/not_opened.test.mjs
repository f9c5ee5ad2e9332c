// A game that does not open: the screen says what is the matter, for what is to be done is another thing each time.
import assert from 'node:assert/strict';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, test } from 'node:test';
import { connect, hurried } from './browser.mjs';
import { bundled } from './bundled.mjs';
import { LittleServer } from './little_server.mjs';
import { packetOf } from './packet.mjs';

const server = await new LittleServer().start();
globalThis.addEventListener = () => undefined;
globalThis.location = { hash: '', search: '' };
let phone;
beforeEach(async () => {
  connect(server.origin);
  server.packets = { g1: packetOf('g1') };
  globalThis.indexedDB = new IDBFactory();
  phone = await bundled('tests/phone/not_opened.ts');
  await phone.session.signIn('pat', 'secret');
});
afterEach(() => connect(server.origin));
test.after(() => server.stop());

const why = () => phone.openGame('g1').then((game) => { game.close(); return 'opened'; }, phone.whyNotOpened);
const answers = (status, said) => { globalThis.fetch = async () => new Response(JSON.stringify(said), { status, headers: { 'content-type': 'application/json' } }); };

test('a game that was never here has to be fetched with a network', async () => {
  connect(null);
  assert.equal(await why(), 'no_network');
});

test('the server’s own answer is told apart from its silence', async () => {
  answers(404, { error: 'not_found', says: 'No such game.' });
  assert.equal(await why(), 'not_yours');
  answers(401, { error: 'token', says: 'Sign in.' });
  assert.equal(await why(), 'signed_out');
  answers(503, {});
  assert.equal(await why(), 'server');
});

test('a game that is here and cannot be read is not asked to be fetched, and opens once the database answers', async () => {
  assert.equal(await why(), 'opened');
  connect(null);
  await phone.database.drop();
  const { open } = indexedDB;
  indexedDB.open = () => new EventTarget(); // never answers
  assert.equal(await hurried(why), 'storage');
  indexedDB.open = open;
  assert.equal(await why(), 'opened');
});

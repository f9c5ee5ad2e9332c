// The look-over before the rink: it says ready only where a game could be played without a network.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { connect, newPhone } from './browser.mjs';
import { packetOf } from './packet.mjs';
import { LittleServer } from './little_server.mjs';

const DAY_MS = 24 * 3_600_000;
let server;
let phone;
before(async () => { server = await new LittleServer().start(); });
after(() => server.stop());
beforeEach(async () => {
  Object.assign(server, { log: [], requests: [], packets: { g1: packetOf('g1') } });
  connect(server.origin);
  phone = await newPhone();
  await phone.session.signIn('pat', 'secret');
});

const identity = () => phone.session.account.value;
const lines = async () => (await phone.readiness.lookOver(() => true)).map(({ of, state, says, remedy }) => [of, state, says, remedy].filter(Boolean).join(' '));
const lineOf = async (of) => (await lines()).find((line) => line.startsWith(of));

test('a phone with its games, signed in, all sent', async () => {
  await phone.games.refreshGames(identity());
  const found = await lines();
  assert.deepEqual(found.filter((line) => !line.startsWith('app')), [
    'engine good engine.answers', 'storage know storage.not_promised', 'game good game.here', 'unsent good unsent.none', 'session good session.until', 'clock good clock.right',
  ]);
});

test('the same without a network: nothing is asked of one', async () => {
  await phone.games.refreshGames(identity());
  const online = await lines();
  connect(null);
  assert.deepEqual(await lines(), online);
});

test('a game of today that is not here, and one that was fetched days ago', async () => {
  await phone.games.refreshGames(identity());
  await phone.database.transact(['packets'], 'readwrite', (tx) => tx.objectStore('packets').clear());
  assert.equal(await lineOf('game'), 'game act game.not_here fetch');
  assert.equal(await lineOf('engine'), 'engine act engine.no_game fetch');
  await phone.readiness.REMEDIES.fetch();
  assert.equal(await lineOf('game'), 'game good game.here');
  const real = Date.now;
  Date.now = () => real() + 2 * DAY_MS;
  assert.equal(await lineOf('game').finally(() => { Date.now = real; }), 'game act game.here fetch');
});

test('a packet of which the server says that nothing has changed is not old', async () => {
  await phone.games.refreshGames(identity());
  const [kept] = await phone.packets.keptPackets('pat');
  await phone.database.transact(['packets'], 'readwrite', (tx) => tx.objectStore('packets').put({ ...kept, asked_ms: 1 }));
  await phone.packets.refreshPacket(identity(), 'g1');
  const [again] = await phone.packets.keptPackets('pat');
  assert.deepEqual({ ...again, asked_ms: 0 }, { ...kept, asked_ms: 0 });
  assert.ok(again.asked_ms >= kept.asked_ms);
});

test('an earlier game of which nobody knows anything yet', async () => {
  const earlier = (carry) => [{ game: 'g0', label: 'Game 0', starts_at: '2026-01-01T10:00:00Z', carry, known_at: carry && '2026-01-01T12:00:00Z', upto: 9 }];
  server.packets.g1 = packetOf('g1', { earlier: earlier(null) });
  await phone.games.refreshGames(identity());
  assert.equal(await lineOf('earlier'), 'earlier act earlier.unknown fetch');
  server.packets.g1 = packetOf('g1', { earlier: earlier({ players: {}, goalies: {}, teams: {} }) });
  await phone.packets.refreshPacket(identity(), 'g1');
  assert.equal(await lineOf('earlier'), 'earlier good earlier.known');
});

test('a sign-in that the server takes no more, and one that ends before the weekend is over', async () => {
  await phone.session.become({ ...identity(), expires_at: new Date(Date.now() + DAY_MS).toISOString() });
  assert.equal(await lineOf('session'), 'session act session.ends sign_in');
  await phone.session.tokenRefused(identity().token);
  assert.equal(await lineOf('session'), 'session act session.out sign_in');
});

test('calls that are not sent', async () => {
  await phone.log.append({ account: 'pat', game: 'g1', packet: 'p', app: 'b' }, { id: 'c1', type: 'goal', team: 'RED', scorer: 'R9' });
  assert.equal(await lineOf('unsent'), 'unsent act unsent.one send');
});

test('a storage that keeps nothing, and one that is nearly full', async () => {
  const real = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };
  assert.equal(await lineOf('storage').finally(() => { IDBObjectStore.prototype.put = real; }), 'storage act storage.fails storage');
  navigator.storage = { estimate: async () => ({ quota: 50 << 20, usage: 49 << 20 }), persisted: async () => true };
  assert.equal(await lineOf('storage'), 'storage act storage.tight');
  navigator.storage = { estimate: async () => ({ quota: 50 << 20, usage: 1 << 20 }), persisted: async () => true };
  assert.equal(await lineOf('storage').finally(() => { delete navigator.storage; }), 'storage good storage.kept');
});

test('a clock that is three minutes off, either way; two minutes are nothing', async () => {
  for (const [off_ms, says] of [[180_000, 'clock act clock.slow'], [-180_000, 'clock act clock.fast'], [110_000, 'clock good clock.right']]) {
    const now = Date.now();
    phone.serverTime.learnOffset(now + off_ms, now, now);
    assert.equal(await lineOf('clock'), says);
  }
});

test('rules that do not answer', async () => {
  await phone.games.refreshGames(identity());
  const real = globalThis.Worker;
  globalThis.Worker = class { postMessage() { this.onerror?.({ message: 'gone' }); } terminate() {} };
  assert.equal(await lineOf('engine').finally(() => { globalThis.Worker = real; }), 'engine act engine.silent engine');
});

test('what cannot be found out is a line, and all others are there', async () => {
  const unknown = [{ game: 'g0', label: 'Game 0', starts_at: '2026-01-01T10:00:00Z', carry: null, known_at: null, upto: 0 }];
  server.packets.g1 = packetOf('g1', { earlier: unknown });
  await phone.games.refreshGames(identity());
  const before = await lines();
  const real = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (stores, ...more) {
    if ([stores].flat().join() === 'calls') throw new DOMException('cannot be read', 'NotReadableError');
    return real.call(this, stores, ...more);
  };
  const found = await lines().finally(() => { IDBDatabase.prototype.transaction = real; });
  assert.ok(found.includes('game act not_found_out engine'));
  assert.deepEqual(found.filter((line) => !/^(game|earlier)/.test(line)), before.filter((line) => !/^(game|earlier)/.test(line)));
});

test('a substitute is ready for their game, though their sign-in ends soon after it', async () => {
  const packet = packetOf('g1');
  packet.officials[0].by_code = true;
  server.packets.g1 = packet;
  await phone.games.refreshGames(identity());
  const ends = (hours) => phone.session.become({ ...identity(), expires_at: new Date(Date.now() + hours * 3_600_000).toISOString() });
  await ends(30);
  assert.equal(await lineOf('session'), 'session good session.until');
  await ends(2);
  assert.equal(await lineOf('session'), 'session act session.code_ends join');
  await phone.session.tokenRefused(identity().token);
  assert.equal(await lineOf('session'), 'session act session.code_ends join');
});

test('the row over the games says ready where no line has anything to do', () => {
  const line = (state) => ({ of: 'clock', state, says: 'clock.right' });
  assert.equal(phone.readiness.isReady([line('good'), line('know')]), true);
  assert.equal(phone.readiness.isReady([line('good'), line('act')]), false);
});

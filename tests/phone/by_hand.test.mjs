// From phone to phone without a network: nothing is lost on the way, nothing that is here is changed, nothing is doubled.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { IDBFactory } from 'fake-indexeddb';
import { gzipSync } from 'node:zlib';
import { connect, newPhone, newTab } from './browser.mjs';
import { LittleServer } from './little_server.mjs';
import { packetOf } from './packet.mjs';

let server;
let pats; // Pat's phone, with game g1 and three calls of it
let parcel;
const accounts = { pat: { id: 'pat', name: 'Pat', language: 'en', roles: ['referee'] }, sam: { id: 'sam', name: 'Sam', language: 'en', roles: ['scorekeeper'] } };

before(async () => { server = await new LittleServer().start(); });
after(() => server.stop());
beforeEach(async () => {
  Object.assign(server, { accounts, log: [], requests: [], misbehave: [], epoch: 'e1', packets: { g1: packetOf('g1') } });
  connect(server.origin);
  pats = await newPhone();
  await pats.session.signIn('pat', 'secret');
  await pats.games.refreshGames(pats.session.account.value);
  connect(null);
  for (const id of ['c1', 'c2', 'c3']) await log(pats, 'pat', id);
  parcel = await pats.parcel.parcelOf(pats.session.account.value, 'g1');
});

/** With a last word that says four bytes. */
function lying(file) {
  file.writeUInt32LE(4, file.length - 4);
  return file;
}

const log = (on, account, id) => on.log.append({ account, game: 'g1', packet: 'sha256:g1', app: 'build' }, { id, type: 'goal', team: 'RED', scorer: 'R9' });
const identity = (on) => on.session.account.value;
const records = async (on) => (await on.log.recordsOf(identity(on).account, 'g1')).sort((a, b) => on.order.inOrder(a.call, b.call));

/** Sam's phone: another database. Answers the phone and how to be back at Pat's. */
async function samsPhone({ knowsTheGame = false } = {}) {
  const pats = globalThis.indexedDB;
  globalThis.indexedDB = new IDBFactory();
  const phone = await newTab();
  connect(server.origin);
  if (!knowsTheGame) server.packets = {};
  await phone.session.signIn('sam', 'secret');
  await phone.games.refreshGames(identity(phone));
  server.packets = { g1: packetOf('g1') };
  connect(null);
  return { phone, backAtPats: () => { globalThis.indexedDB = pats; } };
}

test('a phone that never heard of the game opens it, rules on it and logs on, all without a network', async () => {
  const { phone } = await samsPhone();
  assert.deepEqual(phone.games.listGames().value, []);
  assert.deepEqual(await phone.byHand.keepParcel(identity(phone), phone.parcel.unpacked(pats.parcel.packed(parcel))), { game: 'g1', calls: 3, fresh: 3 });
  assert.deepEqual(phone.games.listGames().value.map(({ id, label }) => [id, label]), [['g1', 'Game g1']]);
  const game = await phone.game.openGame('g1');
  await game.log({ type: 'goal', team: 'RED', scorer: 'R7' });
  await untilRuledOn(game, 4);
  assert.deepEqual(game.sheet.value.score, { RED: 4, BLU: 0 });
  assert.deepEqual(game.calls.value.map(({ id }) => id).slice(0, 3), ['c1', 'c2', 'c3'], 'the new call comes after what was taken over');
  game.close();
});

test('what came by hand is not sent as the taker’s own', async () => {
  const { phone } = await samsPhone({ knowsTheGame: true });
  await phone.byHand.keepParcel(identity(phone), parcel);
  connect(server.origin);
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1'), []);
  assert.equal((await phone.byHand.notYetSent('sam', 'g1')).length, 3);
});

test('once its author has sent it, the server’s copy takes its place', async () => {
  const { phone, backAtPats } = await samsPhone({ knowsTheGame: true });
  await phone.byHand.keepParcel(identity(phone), parcel);
  const sams = globalThis.indexedDB;
  backAtPats();
  connect(server.origin);
  await pats.sync.drain();
  globalThis.indexedDB = sams;
  await phone.pull.pull(identity(phone), 'g1');
  assert.deepEqual((await records(phone)).map(({ id, seq, by_hand }) => [id, seq, by_hand]), [['c1', 1, undefined], ['c2', 2, undefined], ['c3', 3, undefined]]);
});

test('a lost phone’s calls are sent for their author, under their ids, numbered after the sender’s own', async () => {
  const { phone } = await samsPhone({ knowsTheGame: true });
  await phone.byHand.keepParcel(identity(phone), parcel);
  await log(phone, 'sam', 's1');
  await phone.byHand.sendForOthers(identity(phone), 'g1');
  connect(server.origin);
  await phone.sync.drain();
  assert.deepEqual(server.log.map(({ call }) => [call.id, call.made_by, call.called_by, call.device === identity(phone).device]).sort(),
    [['c1', 'sam', 'pat', true], ['c2', 'sam', 'pat', true], ['c3', 'sam', 'pat', true], ['s1', 'sam', undefined, true]]);
  assert.deepEqual(server.log.map(({ call }) => call.n).sort(), [1, 2, 3, 4]);
  assert.deepEqual(await phone.byHand.notYetSent('sam', 'g1'), []);
});

test('taken twice, or by a phone that has some of it, each call is there once and what was there stays', async () => {
  const { phone } = await samsPhone({ knowsTheGame: true });
  await phone.byHand.keepParcel(identity(phone), { ...parcel, calls: parcel.calls.slice(0, 2) });
  const before = await records(phone);
  assert.equal((await phone.byHand.keepParcel(identity(phone), parcel)).fresh, 1);
  assert.equal((await phone.byHand.keepParcel(identity(phone), parcel)).fresh, 0);
  assert.deepEqual((await records(phone)).slice(0, 2), before);
});

test('a phone that lost its log gets its own calls back from one that has them, and sends them when it is told to', async () => {
  const { phone, backAtPats } = await samsPhone({ knowsTheGame: true });
  await phone.byHand.keepParcel(identity(phone), parcel);
  const back = await phone.parcel.parcelOf(identity(phone), 'g1');
  backAtPats();
  await pats.database.transact(['calls', 'heads'], 'readwrite', (tx) => Promise.all([tx.objectStore('calls').clear(), tx.objectStore('heads').clear()]));
  await pats.device.takeNewDevice('pat'); // with its log it lost who it was
  await pats.session.recallSession();
  await pats.byHand.keepParcel(identity(pats), back);
  connect(server.origin);
  await pats.sync.drain();
  assert.deepEqual(server.idsOf('g1'), [], 'nothing is sent unasked');
  await pats.byHand.sendForOthers(identity(pats), 'g1');
  await pats.sync.drain();
  assert.deepEqual(server.log.map(({ call }) => [call.id, call.made_by, call.called_by, call.n]), [['c1', 'pat', undefined, 1], ['c2', 'pat', undefined, 2], ['c3', 'pat', undefined, 3]]);
});

test('what is beside a call in a parcel changes nothing that is here, and nothing that is kept of it', async () => {
  const { phone } = await samsPhone({ knowsTheGame: true });
  await log(phone, 'sam', 'mine');
  const [before] = await phone.log.unsentOf('sam');
  const { call } = parcel.calls[0];
  const device = identity(phone).device;
  await phone.byHand.keepParcel(identity(phone), { ...parcel, calls: [
    { call: { ...call, id: 'h1' }, account: 'sam', id: 'mine', own: false, seq: 5, result: 'accepted' },
    { call: { ...call, id: 'h2', made_by: 'lee' }, account: 'lee', own: true, outbox: 1 },
    { call: { ...call, id: 'h3', made_by: 'sam', device, n: 900 }, outbox: 1, own: true },
  ] });
  assert.deepEqual(await phone.log.unsentOf('sam'), [before], 'nothing else is Sam’s to send');
  assert.deepEqual(await phone.log.unsentOf('lee'), []);
  assert.deepEqual((await phone.byHand.notYetSent('sam', 'g1')).map(({ id, own, seq }) => [id, own, seq]).sort(), [['h1', false, undefined], ['h2', false, undefined], ['h3', false, undefined]]);
  assert.equal((await log(phone, 'sam', 'next')).call.n, 2, 'numbers are this phone’s own');
});

test('an earlier game that came by hand counts in the later one', async () => {
  const earlier = [{ game: 'g1', label: 'Game g1', starts_at: new Date(Date.now() - 3_600_000).toISOString(), carry: null, upto: 0 }];
  connect(null);
  const { phone } = await samsPhone({ knowsTheGame: true });
  await phone.byHand.keepParcel(identity(phone), parcel);
  const { notes } = await phone.history.basisOf('sam', packetOf('g2', { earlier }));
  assert.deepEqual(notes.map(({ game, source }) => [game, source]), [['g1', 'phone']]);
});

test('a full disk never lets go of what another phone’s owner may have lost', async () => {
  server.packets = { g1: packetOf('g1', { starts_at: new Date(Date.now() - 40 * 86_400_000).toISOString() }) };
  const { phone } = await samsPhone();
  await phone.byHand.keepParcel(identity(phone), { ...parcel, packet: packetOf('g1', { starts_at: new Date(Date.now() - 40 * 86_400_000).toISOString() }) });
  await phone.room.forgetOldGames();
  while (await phone.room.makeRoom('')) ;
  assert.equal((await records(phone)).length, 3);
});

for (const [what, broken, why] of [
  ['a picture', Buffer.from('\x89PNG, and some more of it'), 'not_ours'],
  ['nothing', Buffer.alloc(0), 'not_ours'],
  ['half a file', null, 'damaged'],
  ['a gzip of something else', gzipSync('{"hello": 1}'), 'not_ours'],
  ['a gzip of no JSON', gzipSync('hello hello hello'), 'not_ours'],
  ['a file that unpacks to a thousand times its size', gzipSync(Buffer.alloc(16 << 20)), 'damaged'],
  ['one that lies about its size', lying(gzipSync(Buffer.alloc(16 << 20))), 'damaged'],
  ['a newer app’s file', gzipSync(JSON.stringify({ rinkside: 99 })), 'newer'],
  ['a parcel without a packet', gzipSync(JSON.stringify({ rinkside: 1, from: 'Pat', calls: [] })), 'damaged'],
]) {
  test(`${what} is no parcel, and says so`, () => {
    const whole = pats.parcel.packed(parcel);
    assert.throws(() => pats.parcel.unpacked(broken ? new Uint8Array(broken) : whole.slice(0, whole.length / 2)), { why });
  });
}

test('calls of another game, and what is none, make a parcel no parcel', () => {
  const call = parcel.calls[0].call;
  for (const wrong of [{ ...call, game: 'g2' }, { ...call, n: 0 }, { ...call, device: 7 }, null, 'goal']) {
    const bytes = pats.parcel.packed({ ...parcel, calls: [{ call: wrong }] });
    assert.throws(() => pats.parcel.unpacked(bytes), { why: 'damaged' });
  }
});

for (const [what, wrong] of Object.entries({
  'a time zone that nobody knows': { timezone: 'Mars/Olympus' }, 'a start that is none': { starts_at: 'soon' }, 'no label': { label: 7 },
  'itself as an earlier game': { earlier: [{ game: 'g1', label: '', starts_at: new Date().toISOString(), carry: null, upto: 0 }] },
  'officials that are none': { officials: [7] },
})) {
  test(`a packet with ${what} makes no parcel: it could not be shown`, () => {
    const bytes = pats.parcel.packed({ ...parcel, packet: { ...parcel.packet, ...wrong } });
    assert.throws(() => pats.parcel.unpacked(bytes), { why: 'damaged' });
  });
}

test('a picture that promises a film of millions of pieces is passed over', () => {
  const huge = new Uint8Array(5 * 4 + 380);
  new DataView(huge.buffer).setUint32(0, 1, true);
  new DataView(huge.buffer).setUint32(8, 50_000_000, true);
  new DataView(huge.buffer).setUint32(12, 1_000, true);
  const collect = pats.frames.collector();
  assert.deepEqual(collect('RINK1' + pats.frames.asText(huge)), { pieces: 0, of: 0, bytes: null });
});

test('a film is read whole from the middle on, with every third picture missed, and what is no film passed over', () => {
  const bytes = pats.parcel.packed(parcel);
  const film = pats.frames.framesOf(bytes);
  const collect = pats.frames.collector();
  let seen = collect('https://example.org/a-poster-on-the-wall');
  assert.deepEqual(seen, { pieces: 0, of: 0, bytes: null });
  for (let at = 0; at < 15; at += 1) film.next();
  let shown = 0;
  for (; !seen.bytes && shown < 2_000; shown += 1) {
    const { value } = film.next();
    if (shown % 3) seen = collect(value);
  }
  assert.deepEqual(seen.bytes, bytes);
  assert.ok(shown < 6 * seen.of, `${shown} pictures for ${seen.of} pieces`);
});

test('another film begins anew', () => {
  const [one, other] = [new Uint8Array(900).fill(1).map((_, at) => at * 7), new Uint8Array(900).map((_, at) => at * 13)];
  const collect = pats.frames.collector();
  collect(pats.frames.framesOf(one).next().value);
  const film = pats.frames.framesOf(other);
  let seen;
  for (let at = 0; at < 500 && !seen?.bytes; at += 1) seen = collect(film.next().value);
  assert.deepEqual(seen.bytes, other);
});

async function untilRuledOn(game, calls) {
  const last_ms = Date.now() + 20_000;
  while (!(game.ruling.value === 'ready' && game.calls.value.length === calls)) {
    assert.ok(Date.now() < last_ms, 'ruled on');
    await new Promise((go) => setTimeout(go, 5));
  }
}

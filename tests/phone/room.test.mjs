// Room on the phone: what is let go, when, and what never is.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { connect, newPhone, newTab } from './browser.mjs';
import { packetOf } from './packet.mjs';
import { LittleServer } from './little_server.mjs';

let server;
let phone;
before(async () => { server = await new LittleServer().start(); });
after(() => server.stop());
beforeEach(async () => {
  Object.assign(server, { log: [], requests: [], packets: {} });
  connect(server.origin);
  phone = await newPhone();
  await phone.session.signIn('pat', 'secret');
});

const daysAgo = (days) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
const say = (game, id, account = 'pat') => phone.log.append({ account, game, packet: 'p', app: 'b' }, { id, type: 'goal', team: 'RED', scorer: 'R9' });
const kept = async (game, account = 'pat') => [Boolean(await phone.packets.keptPacket(account, game)), (await phone.log.recordsOf(account, game)).map(({ id }) => id)];
const theirs = (game, id) => server.log.push({ seq: server.log.length + 1, result: 'accepted', call: { id, type: 'goal', team: 'BLU', game, device: 'lees', n: 1, hlc: '1796070000000-0000', made_by: 'lee' } });

/** The phone has these games, each with a call of another official and one of its own on the server; `owing` one more that is not. */
async function withGames(starts) {
  for (const [game, starts_at] of Object.entries(starts)) {
    server.packets[game] = packetOf(game, { starts_at });
    theirs(game, `${game}-theirs`);
    await phone.packets.refreshPacket(phone.session.account.value, game);
    await say(game, `${game}-own`);
  }
  await phone.sync.drain();
  for (const game of Object.keys(starts)) await phone.pull.pull(phone.session.account.value, game);
  if ('owing' in starts) await say('owing', 'owing-unsent');
}

test('a game of two months ago is let go once the server has all of it, and never before', async () => {
  await withGames({ old: daysAgo(60), owing: daysAgo(60), recent: daysAgo(29) });
  await phone.room.forgetOldGames();
  assert.deepEqual(await kept('old'), [false, []]);
  assert.deepEqual(await kept('owing'), [true, ['owing-own', 'owing-theirs', 'owing-unsent']]);
  assert.deepEqual(await kept('recent'), [true, ['recent-own', 'recent-theirs']]);
});

test('what is remembered of a game goes with it, and of one that is nowhere any more; choices and practice stay', async () => {
  const store = Object.create({ removeItem(name) { delete this[name]; }, getItem(name) { return this[name] ?? null; }, setItem(name, value) { this[name] = value; } });
  globalThis.localStorage = store;
  await withGames({ old: daysAgo(60), recent: daysAgo(29) });
  for (const game of ['old', 'recent', 'nowhere']) phone.knownScores.tellScore(game, { score: { RED: 1 }, status: 'live' }, undefined);
  localStorage.setItem('theme', 'light');
  localStorage.setItem('score-practice.p1', '{}');
  await phone.room.forgetOldGames();
  assert.deepEqual(Object.keys(store).sort(), ['held', 'score-practice.p1', 'score.recent', 'theme']);
  delete globalThis.localStorage;
});

test('a score that cannot be read is none: the list shows the server’s', async () => {
  const row = { id: 'g1', status: 'live', score: null };
  for (const unreadable of ['{"score": {"RED', 'null', '7']) {
    globalThis.localStorage = { getItem: () => unreadable };
    assert.deepEqual(phone.knownScores.asKnown(row, 1), row);
  }
  delete globalThis.localStorage;
});

test('an old game of an official who never signed in here again is let go, too; what they never sent is not', async () => {
  await withGames({ old: daysAgo(60), owing: daysAgo(60) });
  await phone.session.signOut(() => true);
  await phone.session.signIn('lee', 'secret');
  await phone.room.forgetOldGames();
  assert.deepEqual(await kept('old'), [false, []]);
  assert.deepEqual((await phone.log.unsentOf('pat')).map(({ id }) => id), ['owing-unsent']);
});

/** Writing a call fails as on a full disk for as long as `holds`. */
async function fullWhile(holds, work) {
  const real = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...args) {
    const asked = real.apply(this, args);
    if (this.name === 'heads') asked.addEventListener('success', () => { if (holds()) this.transaction._abort('QuotaExceededError'); });
    return asked;
  };
  return work().finally(() => { IDBObjectStore.prototype.put = real; });
}

test('on a full disk games that are over make room, the oldest first, by what the server can give again', async () => {
  await withGames({ oldest: daysAgo(20), owing: daysAgo(10), older: daysAgo(5), later: daysAgo(3), g1: daysAgo(0) });
  let tries = 0;
  await fullWhile(() => ++tries <= 2, () => say('g1', 'g1-now'));
  assert.deepEqual(await kept('oldest'), [false, ['oldest-own']], 'own calls stay until 30 days after the game');
  assert.deepEqual(await kept('owing'), [true, ['owing-own', 'owing-theirs', 'owing-unsent']], 'what is unsent stays, with what it is ruled on by');
  assert.deepEqual(await kept('older'), [false, ['older-own']]);
  assert.deepEqual(await kept('later'), [true, ['later-own', 'later-theirs']], 'no more than is needed');
  assert.deepEqual(await kept('g1'), [true, ['g1-now', 'g1-own', 'g1-theirs']]);
});

test('what made room comes back whole once it is pulled again', async () => {
  await withGames({ older: daysAgo(5), g1: daysAgo(0) });
  let tries = 0;
  await fullWhile(() => ++tries <= 1, () => say('g1', 'g1-now'));
  await phone.pull.pull(phone.session.account.value, 'older');
  assert.deepEqual((await kept('older'))[1], ['older-own', 'older-theirs']);
  assert.deepEqual((await phone.log.recordsOf('pat', 'older')).map(({ own }) => own), [true, false]);
});

test('a disk that stays full takes neither today’s games nor this one’s, and the call is said not to be saved', async () => {
  await withGames({ older: daysAgo(5), next: new Date(Date.now() + 3_600_000).toISOString(), g1: daysAgo(0) });
  await assert.rejects(fullWhile(() => true, () => say('g1', 'g1-now')), phone.database.NotSaved);
  assert.deepEqual(await kept('next'), [true, ['next-own', 'next-theirs']]);
  assert.deepEqual(await kept('g1'), [true, ['g1-own', 'g1-theirs']]);
});

test('a game of which only own calls are left goes with the others when its time has come', async () => {
  await withGames({ older: daysAgo(5), g1: daysAgo(0) });
  await assert.rejects(fullWhile(() => true, () => say('g1', 'g1-now')));
  assert.deepEqual(await kept('older'), [false, ['older-own']]);
  const real = Date.now;
  Date.now = () => real() + 31 * 24 * 3_600_000;
  await phone.room.forgetOldGames().finally(() => { Date.now = real; });
  assert.deepEqual(await kept('older'), [false, []]);
});

/** Run `work` on a phone whose clock is so many days ahead. */
async function ahead(days, work) {
  const real = Date.now;
  Date.now = () => real() + days * 24 * 3_600_000;
  return work().finally(() => { Date.now = real; });
}

test('a phone whose clock is a month ahead loses no game as it starts, before the server has told the time or after', async () => {
  await withGames({ old: daysAgo(60), g1: daysAgo(0) });
  connect(null);
  phone = await newTab();
  await phone.session.recallSession();
  await ahead(40, async () => {
    await phone.room.forgetOldGames();
    assert.deepEqual((await kept('g1'))[0] && (await kept('old'))[0], true);
    connect(server.origin);
    await phone.games.refreshGames(phone.session.account.value);
    await phone.room.forgetOldGames();
  });
  assert.deepEqual([(await kept('g1'))[0], (await kept('old'))[0]], [true, false]);
});

test('on a full disk a clock that is ahead makes none of tonight’s games old', async () => {
  await withGames({ next: daysAgo(-0.1), g1: daysAgo(0) });
  await ahead(40, () => assert.rejects(fullWhile(() => true, () => say('g1', 'g1-now')), phone.database.NotSaved));
  assert.deepEqual(await kept('next'), [true, ['next-own', 'next-theirs']]);
});

test('a game that came by hand stays on a full disk: the server may never give it to this official', async () => {
  await withGames({ g1: daysAgo(0) });
  const call = { id: 'h1', type: 'goal', team: 'BLU', game: 'handed', device: 'lees', n: 1, hlc: '1796070000000-0000', made_by: 'lee' };
  const packet = packetOf('handed', { starts_at: daysAgo(5) });
  await phone.byHand.keepParcel(phone.session.account.value, { rinkside: 1, app: 'b', made_at: '', from: 'Lee', packet, calls: [{ call, seq: 1, result: 'accepted' }] });
  await assert.rejects(fullWhile(() => true, () => say('g1', 'g1-now')));
  assert.deepEqual(await kept('handed'), [true, ['h1']]);
});

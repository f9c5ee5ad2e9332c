// The rules are at work on a call while it is on its way to the disk. What they say then is what they say of the log as it is.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { connect, hurried, newPhone, newTab } from './browser.mjs';
import { LittleServer } from './little_server.mjs';
import { packetOf } from './packet.mjs';

let server;
let phone;
before(async () => { server = await new LittleServer().start(); });
after(() => server.stop());
beforeEach(async () => {
  Object.assign(server, { log: [], requests: [], epoch: 'e1', packets: { g1: packetOf('g1') } });
  connect(server.origin);
  phone = await newPhone();
  await phone.session.signIn('pat', 'secret');
  await phone.games.refreshGames(phone.session.account.value);
  await phone.game.openGame('g1').then((game) => game.close()); // its packet is here
  connect(null);
});

const goal = (id) => ({ id, type: 'goal', team: 'RED', scorer: 'R9', goalie: 'G1' });
const tab = async () => {
  const one = await newTab();
  await one.session.recallSession();
  return one;
};
async function until(holds, says) {
  for (const last_ms = Date.now() + 5_000; !(await holds());) {
    assert.ok(Date.now() < last_ms, says);
    await new Promise((go) => setTimeout(go, 5));
  }
}
const idsOf = (calls) => calls.map(({ id }) => id).sort().join();
/** The sheet, once the rules have answered for the log as it is on disk. */
async function ruled(game) {
  await until(async () => game.ruling.value === 'ready' && idsOf(game.calls.value) === idsOf(await phone.log.recordsOf('pat', 'g1')), 'all that is on disk is ruled on');
  return game.sheet.value;
}

const lost = new Set(); // ids of calls that are aborted once all has been written
const add = IDBObjectStore.prototype.add;
IDBObjectStore.prototype.add = function (...args) {
  const asked = add.apply(this, args);
  if (lost.has(args[0].id)) asked.addEventListener('success', () => this.transaction._abort('QuotaExceededError'));
  else if (this.name === 'calls') this.transaction.addEventListener('complete', () => done.push('saved'));
  return asked;
};
const getAll = IDBIndex.prototype.getAll;
IDBIndex.prototype.getAll = function (...args) {
  if (this.name === 'game') done.push('read');
  return getAll.apply(this, args);
};
let failing = 0; // so many requests from now on
let done = [];   // in which order
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message) {
  if (JSON.parse(message.text).do === 'rule_on_log') done.push('asked');
  if (failing-- > 0) return setTimeout(() => this.onerror({ message: 'out of memory' }));
  return post.call(this, message);
};

test('the rules are asked about a call before the disk has answered, and the log is read again once they have', async () => {
  const game = await phone.game.openGame('g1');
  await ruled(game);
  await game.log(goal('c0'));
  await ruled(game);
  done = [];
  const stop = game.ruling.subscribe((state) => done.push(state));
  await game.log(goal('c1'));
  await until(() => done.at(-1) === 'read', 'it is read again');
  stop();
  assert.deepEqual(done, ['ready', 'asked', 'saved', 'ruling', 'ready', 'read']);
  assert.equal((await ruled(game)).score.RED, 2);
  assert.equal(done.filter((what) => what === 'asked').length, 1);
  game.close();
});

test('rules that failed on a call while it was saved are asked anew', async () => {
  const game = await phone.game.openGame('g1');
  await ruled(game);
  await hurried(async () => {
    failing = 2;
    await game.log(goal('c0'));
    assert.equal((await ruled(game)).score.RED, 1);
  });
  game.close();
});

test('of two calls that are on their way, the one that is saved is ruled on', async () => {
  const game = await phone.game.openGame('g1');
  await ruled(game);
  await game.log(goal('c0'));
  await ruled(game);
  lost.add('c2');
  const [, second] = await Promise.allSettled([game.log(goal('c1')), game.log({ ...goal('c2'), team: 'BLU', scorer: 'B2' })]);
  assert.ok(second.reason instanceof phone.game.NotSaved);
  assert.deepEqual((await ruled(game)).score, { RED: 2, BLU: 0 });
  game.close();
});

test('two calls of one tap are ruled on once, together', async () => {
  const game = await phone.game.openGame('g1');
  await ruled(game);
  await game.log(goal('c0'));
  await ruled(game);
  done = [];
  const seen = [];
  const stop = game.ruling.subscribe((state) => seen.push(`${state} ${game.sheet.value.score.RED}`));
  await game.log(goal('d1'), goal('d2'));
  assert.equal((await ruled(game)).score.RED, 3);
  stop();
  assert.deepEqual(done.filter((what) => what === 'asked'), ['asked']);
  assert.deepEqual(seen, ['ready 1', 'ruling 1', 'ready 3']);
  game.close();
});

test('of two calls of one tap the second is not logged where the first was not saved', async () => {
  const game = await phone.game.openGame('g1');
  await ruled(game);
  lost.add('e1');
  await assert.rejects(game.log(goal('e1'), goal('e2')), phone.game.NotSaved);
  assert.deepEqual(await phone.log.recordsOf('pat', 'g1'), []);
  await game.log(goal('e3'));
  assert.equal((await ruled(game)).score.RED, 1);
  game.close();
});

test('a call that another phone logged is read though one’s own was not saved meanwhile', async () => {
  const [game, other] = [await phone.game.openGame('g1'), await tab()];
  await ruled(game);
  lost.add('c2');
  await Promise.allSettled([game.log(goal('c2')), other.log.append({ account: 'pat', game: 'g1', packet: 'p', app: 'b' }, goal('c1'))]);
  assert.equal((await ruled(game)).score.RED, 1);
  game.close();
});

/** Numbers between 0 and 1 that are the same each time. */
const chances = (seed) => () => ((seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31);

for (const seed of [1, 2, 3]) {
  test(`whatever comes in while a call is saved, the sheet is that of the whole log (${seed})`, async () => {
    const game = await phone.game.openGame('g1');
    const other = await tab();
    const chance = chances(seed);
    const page = { account: 'pat', game: 'g1', packet: 'p', app: 'b' };
    let at = 0;
    const next = () => `c${++at}`;
    const steps = [
      ...Array(4).fill(() => game.log(goal(next()))),
      () => other.log.append(page, goal(next())),
      () => game.log({ id: next(), type: 'penalty', team: 'RED', goalie: 'G1', infraction: 'tripping' }),
      () => game.undo('c0', 'other'),
      () => game.read(),
      () => {
        lost.add(next());
        return game.log(goal(`c${at}`));
      },
    ];
    await game.log(goal('c0'));
    for (let turn = 0; turn < 12; turn++) {
      await Promise.allSettled(Array.from({ length: 1 + chance() * 3 }, () => steps[Math.floor(chance() * steps.length)]()));
      const whole = await phone.log.recordsOf('pat', 'g1').then((records) => other.counting.counted(game.packet, game.history.value, records, game.decides));
      assert.deepEqual(await ruled(game), whole.sheet);
    }
    game.close();
  });
}

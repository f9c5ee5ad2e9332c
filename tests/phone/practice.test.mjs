// Practice: what it keeps and what it sends, beside real games on the same phone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newPhone } from './browser.mjs';
import { bundled } from './bundled.mjs';
import { packetOf } from './packet.mjs';

const asked = [];
let practice;
before(async () => {
  await newPhone();
  const store = Object.create({ removeItem(name) { delete this[name]; }, getItem(name) { return this[name] ?? null; }, setItem(name, value) { this[name] = value; } });
  globalThis.localStorage = store;
  globalThis.addEventListener = () => undefined;
  globalThis.location = { hash: '', search: '?practice' };
  globalThis.fetch = async (path) => { asked.push(path); throw new TypeError('Failed to fetch'); };
  practice = await bundled('tests/phone/practice.ts');
});
after(() => { delete globalThis.location; });

const SEASON = { stage: 'season', division: '' };
const ofPractice = () => {
  const packet = packetOf('p1');
  return { packet: { ...packet, officials: [{ account: 'you', name: 'You', head: true }] }, teams: [{ key: 'RED', name: 'Red' }, { key: 'BLU', name: 'Blue' }] };
};

test('a game begun anew is as nobody had touched it: neither calls nor what was remembered of it are left', async () => {
  const id = await practice.games.begin(ofPractice(), SEASON);
  localStorage.setItem(practice.ofGame('score', id), '1');
  localStorage.setItem('score.another', '1');
  localStorage.setItem('muted', 'yes');
  const game = await practice.openGame(id);
  await game.log({ type: 'period_start', period: 1 });
  game.close();
  assert.equal((await practice.games.begun()).get(id).calls, 1);
  await practice.games.begin(ofPractice(), SEASON);
  assert.equal((await practice.games.begun()).get(id).calls, 0);
  assert.deepEqual(Object.keys(localStorage).filter((name) => name.includes('score') || name === 'muted').sort(), ['muted', 'score.another']);
});

test('what shows the game while it is begun anew begins anew, too: its log, its clock on the wall, and what could not be saved', async () => {
  const id = await practice.games.begin(ofPractice(), SEASON);
  const game = await practice.openGame(id);
  await game.log({ type: 'period_start', period: 1 });
  practice.changeWall(game);
  practice.notSaved({ account: 'you', game: id, said: { id: 'c1', type: 'note', text: 'tried' } });
  practice.notSaved({ account: 'you', game: 'another', said: { id: 'c2', type: 'note', text: 'tried' } });
  localStorage.setItem('wall-clock', 'a-real-game');
  await practice.games.begin(ofPractice(), SEASON);
  assert.equal(practice.wallRules(game), false);
  assert.equal(localStorage.getItem('wall-clock'), 'a-real-game');
  assert.deepEqual(practice.unsaved.value.map((one) => one.game), ['another']);
  for (let turn = 0; game.calls.value.length; turn++) {
    assert.ok(turn < 500, 'its log is empty');
    await new Promise((go) => setTimeout(go, 10));
  }
  game.close();
});

test('nothing of it is asked of the server, whatever is opened, logged or looked for', async () => {
  const id = await practice.games.begin(ofPractice(), SEASON);
  const game = await practice.openGame(id);
  await game.log({ type: 'note', text: 'tried' });
  assert.equal(game.unsent.value, 0);
  game.close();
  practice.poke();
  await assert.rejects(practice.openGame('a-real-game'));
  await new Promise((go) => setTimeout(go, 300));
  assert.deepEqual(asked, []);
  const names = (await indexedDB.databases()).map(({ name }) => name);
  assert.deepEqual(names, ['rinkside-practice']);
});

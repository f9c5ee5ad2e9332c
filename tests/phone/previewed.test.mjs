// What would follow is asked of the rules, and a question that they failed is no answer to the next.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.mjs';
import { bundled } from './bundled.mjs';

const { previewed } = await bundled('static/src/game_screen/previewed.ts');
const DRAFT = { id: 'c1', type: 'penalty', team: 'RED', player: 'R9', infraction: 'hooking' };
const answering = (preview) => ({ sheet: { value: { rulings: [] } }, ruling: { value: 'ready' }, preview });

test('a question that failed once is asked again', async () => {
  let asked = 0;
  const game = answering(async () => {
    if (!asked++) throw new Error('no answer in time');
    return { rulings: [{ code: 'player_ejected' }] };
  });
  assert.equal(await previewed(game, DRAFT), null);
  assert.deepEqual((await previewed(game, DRAFT)).rulings, [{ code: 'player_ejected' }]);
});

test('what two ask of the same is asked once', async () => {
  let asked = 0;
  const game = answering(async () => ({ rulings: [], asked: ++asked }));
  await Promise.all([previewed(game, DRAFT), previewed(game, DRAFT)]);
  assert.equal(asked, 1);
});

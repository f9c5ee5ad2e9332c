// Every address opens something: what is none of the app's opens the list of games.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from './bundled.mjs';

const GAMES = { screen: 'games', id: '', sheet: '', about: '' };

test('the app starts at an address that cannot be decoded', async () => {
  globalThis.addEventListener = () => undefined;
  globalThis.location = { hash: '#/%' };
  const { parse, route } = await bundled('static/src/screens/route.ts');
  assert.deepEqual(route.value, GAMES);
  assert.deepEqual(parse('#/game/%E0%A4%A'), GAMES);
  assert.deepEqual(parse('#/game/a%2Fb/call/%'), { screen: 'game', id: 'a/b', sheet: 'call', about: '' });
});

// The last minutes of a period begin while a call is being looked at: neither question takes the other's place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPhone } from './browser.mjs';
import { bundled } from './bundled.mjs';

const { rules: { Rules } } = await newPhone();
globalThis.addEventListener = () => undefined;
globalThis.location = { hash: '', search: '' };
const { ruledInAdvance, newly } = await bundled('tests/phone/asked_ahead.ts');
const SHEET = { rulings: [] };
const EJECTED = { code: 'player_ejected', player: 'B2', because: ['c9'] };
const RUNS_ON = { code: 'clock', mode: 'run', reason: 'last_minutes', because: ['c1'] };

/** A game whose rules answer after a while, the newest of the previews that wait, as the engine's Worker does. */
function game() {
  const worker = { onmessage: null, terminate() {}, postMessage({ id, text }) {
    const { call } = JSON.parse(text);
    const ok = call.type === 'penalty' ? { rulings: [EJECTED] } : { rulings: [RUNS_ON], timing: 'running' };
    setTimeout(() => worker.onmessage({ data: { id, text: JSON.stringify({ ok }) } }), 10);
  } };
  const rules = new Rules(() => worker, 1_000, 1_000, async () => undefined);
  return {
    sheet: { value: SHEET }, ruling: { value: 'ready' }, rules,
    check: async () => [],
    preview: (call) => rules.ask({ do: 'preview', call }, 'preview'),
  };
}

test('a penalty that ends somebody’s game is asked about, though the last minutes begin at its tap', async () => {
  const one = game();
  void one.rules.ask({ do: 'sheet', call: {} }); // the engine is at work
  const tapped = ruledInAdvance(one, { id: 'c9', type: 'penalty', player: 'B2' });
  const told = newly(one, SHEET, '02:00');
  assert.deepEqual([(await tapped).follows.map(({ code }) => code), (await told).rulings.map(({ code }) => code)], [['player_ejected'], ['clock']]);
});

test('what the sheet says of the clock already is not told anew', async () => {
  assert.deepEqual(await newly(game(), { rulings: [RUNS_ON] }, '02:00'), { rulings: [], timing: 'running' });
});

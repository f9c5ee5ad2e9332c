// The turn of who pushes and pulls, in every tab: one that is frozen with it is waited for once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPhone } from './browser.mjs';
import { bundled } from './bundled.mjs';

const LOCK = 'rinkside-sync';

/** How long each wait was, without waiting so long. */
async function waits(work) {
  const real = globalThis.setTimeout;
  const asked = [];
  globalThis.setTimeout = (go, ms, ...rest) => { if (ms >= 1_000) asked.push(ms); return real(go, ms >= 1_000 ? ms / 1_000 : ms, ...rest); };
  try {
    await work();
  } finally {
    globalThis.setTimeout = real;
  }
  return asked;
}

test('a tab that is frozen with its turn delays one round, not every round', async () => {
  await newPhone();
  const { oneAtATime } = await bundled('static/src/one_at_a_time.ts');
  let thaw;
  void navigator.locks.request(LOCK, () => new Promise((go) => { thaw = go; }));
  let done = 0;
  const round = () => oneAtATime(async () => { done += 1; });
  const [first, ...later] = await waits(async () => { for (let n = 0; n < 3; n++) await round(); });
  assert.equal(done, 3);
  assert.equal(first, 60_000);
  assert.ok(Math.max(...later) <= 5_000, `${later}`);
  thaw();
  await round();
  assert.deepEqual(await waits(round), [60_000], 'once that tab is back, each waits for its turn again');
});

test('work that fails in its turn fails once, and is not done twice', async () => {
  await newPhone();
  const { oneAtATime } = await bundled('static/src/one_at_a_time.ts');
  let done = 0;
  await assert.rejects(oneAtATime(async () => { done += 1; throw new Error('no network'); }), /no network/);
  assert.equal(done, 1);
});

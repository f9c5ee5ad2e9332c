// Order: stamps that clocks cannot break, and one order whatever arrives first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPhone } from './browser.mjs';

const { hlc: { merge, tick }, order: { inOrder }, calls: { newId, randomId } } = await newPhone();
const NOON = 1_796_040_000_000;
const HOUR_MS = 3_600_000;

test('stamps grow whatever the phone’s clock does', () => {
  let last = '';
  for (const jump_ms of [0, 0, 0, -3 * HOUR_MS, 1, 3 * HOUR_MS, -HOUR_MS, -NOON]) {
    const next = tick(last, NOON + jump_ms);
    assert.match(next, /^\d{13}-\d{4}$/);
    assert.ok(next > last, `${next} after ${last}`);
    last = next;
  }
});

test('ten thousand calls in one millisecond go on in the next', () => {
  assert.equal(tick(`${NOON}-9999`, NOON), `${NOON + 1}-0000`);
});

test('the next call comes after what was pulled', () => {
  const seen = `${NOON + 60_000}-0004`;
  assert.ok(tick(merge('', seen, NOON), NOON) > seen);
});

test('a stamp from the far future pulls along by ten minutes and no more', () => {
  assert.equal(merge('', `${NOON + 24 * HOUR_MS}-0000`, NOON), `${NOON + 600_000}-0000`);
});

test('nonsense never throws', () => {
  for (const nonsense of ['', 'x', 'NaN-NaN']) assert.equal(tick(nonsense, NOON), `${NOON}-0000`);
});

test('every order of arrival gives one log', () => {
  const log = [['0002-0000', 'a', 2], ['0001-0000', 'b', 1], ['0001-0000', 'a', 1], ['0002-0000', 'a', 1], ['0001-0001', 'a', 9]]
    .map(([hlc, device, n]) => ({ hlc, device, n }));
  const sorted = JSON.stringify([...log].sort(inOrder));
  for (let turn = 0; turn < 50; turn++) {
    const arrived = log.map((call) => [Math.sin(turn * 7 + call.n + call.hlc.length), call]).sort(([a], [b]) => a - b).map(([, call]) => call);
    assert.equal(JSON.stringify(arrived.sort(inOrder)), sorted);
  }
});

test('ids are UUIDs of their versions, and a call’s begins with its time', () => {
  assert.match(newId(NOON), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(parseInt(newId(NOON).replace('-', '').slice(0, 12), 16), NOON);
  assert.match(randomId(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

// Where nobody keeps the clock in a period, calls carry no time: one that stands at the full period would make all of them alike.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPhone } from './browser.mjs';
import { packetOf } from './packet.mjs';

const { gameClock, signal } = await newPhone();
const call = (n, said) => ({ id: `c${n}`, device: 'pat', n, hlc: `${Date.now() - 60_000 + n}-0000`, ...said });
const BEGUN = call(1, { type: 'period_start', period: 1 });
const clockOf = (...calls) => gameClock.runClock(signal(calls), signal(packetOf('g1')), () => Promise.resolve());
const stamped = (clock) => {
  const { period, clock: at } = clock.stamp({ type: 'goal', team: 'RED', scorer: 'R9' });
  clock.end();
  return [period, at];
};

test('a call has its period alone while no clock was started or set in it', () => {
  assert.deepEqual(stamped(clockOf(BEGUN)), [1, undefined]);
});

test('once it was set, or started and stopped, a call has its time', () => {
  assert.deepEqual(stamped(clockOf(BEGUN, call(2, { type: 'clock', action: 'set', clock: '05:00' }))), [1, '05:00']);
  const stopped = [call(2, { type: 'clock', action: 'start', clock: '06:00' }), call(3, { type: 'clock', action: 'stop', clock: '04:00' })];
  assert.deepEqual(stamped(clockOf(BEGUN, ...stopped)), [1, '04:00']);
});

test('the next period begins without one again', () => {
  const second = [call(2, { type: 'clock', action: 'set', clock: '05:00' }), call(3, { type: 'period_end', period: 1 }), call(4, { type: 'period_start', period: 2 })];
  assert.deepEqual(stamped(clockOf(BEGUN, ...second)), [2, undefined]);
});

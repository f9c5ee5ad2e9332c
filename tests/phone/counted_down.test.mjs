// What is counted down is of the log, by the stamps' clock, and goes on through what does not end it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from './bundled.mjs';

globalThis.addEventListener = () => undefined;
globalThis.location = { hash: '', search: '' };
const { clockFace, countedDown, limitsOf } = await bundled('tests/phone/at_the_rink.ts');
const { packetOf } = await import('./packet.mjs');

const AT_MS = 1_796_070_000_000;
const PHONE_IS_FAST_MS = 1_200_000;
let n = 0;
const call = (after_s, type, said = {}) => ({
  id: `c${++n}`, type, device: 'pat', n, hlc: `${AT_MS + after_s * 1000}-0000`, made_at: new Date(AT_MS + after_s * 1000 + PHONE_IS_FAST_MS).toISOString(), ...said,
});
const WARM_UP = call(-300, 'clock', { action: 'start' });
const BEGUN = call(0, 'period_start', { period: 1 });
const STARTED = call(1, 'clock', { action: 'start', clock: '06:00', period: 1 });
const { screen } = packetOf('g1').rulebook;
const counted = (calls, rulings = []) => {
  const found = countedDown(calls, { rulings }, screen);
  return found && [found.of, (found.began_ms - AT_MS) / 1000, found.whole_s];
};

test('a break is of the server’s time, and lasts until a period begins, whoever is penalised in it', () => {
  const end = call(360, 'period_end', { period: 1 });
  const next = [{ code: 'next', what: 'period', seconds: 60, because: [end.id] }];
  const log = [BEGUN, STARTED, end];
  for (const more of [[], [call(370, 'penalty')], [call(370, 'clock', { action: 'stop' }), call(371, 'note'), call(372, 'done')]]) assert.deepEqual(counted([...log, ...more], next), ['break', 360, 60]);
  assert.equal(counted([...log, call(420, 'period_start', { period: 2 })], next), null);
  assert.equal(counted(log, [{ ...next[0], overridden: true }]), null);
});

test('a time-out goes on though the clock is put back and a penalty called, until play goes on; a denied one is none', () => {
  const timeout = call(100, 'timeout', { team: 'RED' });
  const log = [BEGUN, STARTED, timeout];
  for (const more of [[], [call(102, 'clock', { action: 'stop' })], [call(102, 'clock', { action: 'set' }), call(104, 'penalty'), call(105, 'note')]]) assert.deepEqual(counted([...log, ...more]), ['timeout', 100, 60]);
  for (const type of ['possession', 'goal', 'period_end']) assert.notEqual(counted([...log, call(110, type)])?.[0], 'timeout');
  assert.equal(counted([...log, call(110, 'clock', { action: 'start' })]), null);
  assert.equal(counted(log, [{ code: 'denied', because: [timeout.id] }]), null);
});

test('free play is counted though the clock is started after the puck was given, and ends with a tag-up', () => {
  const log = [BEGUN, call(1, 'possession', { team: 'RED' }), call(2, 'clock', { action: 'start' })];
  assert.deepEqual(counted(log), ['play', 1, 5]);
  assert.equal(counted([...log, call(3, 'tagged_up')]), null);
});

test('the warm-up is a call: every phone counts it, and it moves no clock', () => {
  assert.equal(counted([]), null);
  assert.deepEqual(counted([WARM_UP, call(-290, 'attendance')]), ['warm_up', -300, 120]);
  assert.equal(counted([WARM_UP, BEGUN]), null);
  const { period, running, keeper, left_ms } = clockFace.faceAt(clockFace.lastSet([WARM_UP], packetOf('g1')), AT_MS);
  assert.deepEqual([period, running, keeper, left_ms], [null, false, null, 360_000]);
});

test('a period that ends by the time of day is counted from the warm-up, by the server’s time, and without one as if it had just been over', () => {
  const packet = packetOf('g1');
  const rulebook = { ...packet.rulebook, screen: { ...screen, time_limits: [{ period: 3, seconds: 4200, clause: '10.F' }] } };
  const over_s = (calls) => limitsOf({ packet: { ...packet, rulebook }, calls: { value: calls } }).map(({ over_ms }) => (over_ms - AT_MS) / 1000);
  assert.deepEqual(over_s([WARM_UP]), [3900]);
  assert.deepEqual(over_s([WARM_UP, BEGUN, STARTED]), [3900]);
  assert.deepEqual(over_s([BEGUN, STARTED]), [4080]);
  assert.deepEqual(over_s([]), []);
});

test('who decides how time runs neither moves the keeper’s clock nor keeps it from then on', () => {
  const packet = packetOf('g1');
  const stopped = call(100, 'clock', { action: 'stop', clock: '04:20', period: 1 });
  const follower = { device: 'sam', made_by: 'sam', action: 'running_time', clock: '03:40', period: 1 };
  const set = clockFace.lastSet([BEGUN, STARTED, stopped, call(110, 'clock', follower)], packet);
  assert.deepEqual([set.left_ms, set.keeper, set.running], [260_000, 'pat', false]);
});

// The game clock as the log tells it: handing it over neither gives nor takes time, and nor does setting the phone's own clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPhone } from './browser.mjs';
import { packetOf } from './packet.mjs';

const { clockFace, gameClock, serverTime, signal } = await newPhone();
const AT_MS = 1_796_070_000_000;
const call = (after_ms, device, said) => ({ id: `${device}${after_ms}`, device, n: 1, hlc: `${AT_MS + after_ms}-0000`, ...said });
const begun = [call(0, 'pat', { type: 'period_start', period: 1, clock: '06:00' }), call(0, 'pat', { type: 'clock', action: 'start', clock: '06:00' })];
const at = (calls, after_ms) => clockFace.faceAt(clockFace.lastSet(calls, packetOf('g1')), AT_MS + after_ms);

test('taking the clock hands it over and leaves it as it runs, to the millisecond', () => {
  const taken = [...begun, call(300, 'sam', { type: 'clock', action: 'set', clock: '06:00' }), call(1_700, 'pat', { type: 'clock', action: 'set', clock: '05:59' })];
  assert.deepEqual([at(taken.slice(0, 3), 1_000).left_ms, at(taken.slice(0, 3), 1_000).keeper], [359_000, 'sam']);
  assert.deepEqual([at(taken, 10_000).left_ms, at(taken, 10_000).keeper], [350_000, 'pat']);
});

test('a clock that is put right has the whole seconds that it was put to', () => {
  const put = [...begun, call(300, 'pat', { type: 'clock', action: 'set', clock: '05:00' })];
  assert.equal(at(put, 1_300).left_ms, 299_000);
});

test('it stands as it was when the log was closed, whatever is logged later, and goes on if that is taken back', () => {
  const closed = [...begun, call(10_000, 'pat', { type: 'sign_off', by: 'Pat' }), call(20_000, 'pat', { type: 'clock', action: 'start', clock: '05:50' })];
  assert.deepEqual([at(closed, 60_000).running, at(closed, 60_000).left_ms], [false, 350_000]);
  const opened = [...closed.slice(0, 3), call(15_000, 'pat', { type: 'void', call: 'pat10000' })];
  assert.deepEqual([at(opened, 60_000).running, at(opened, 60_000).left_ms], [true, 300_000]);
});

test('stopping and starting again gives no time back', () => {
  const calls = [...begun];
  for (let n = 0; n < 10; n++) {
    const at_ms = n * 1_000 + 500;
    const clock = clockFace.written(at(calls, at_ms).left_ms);
    calls.push(call(at_ms, 'pat', { type: 'clock', action: 'stop', clock }), call(at_ms + 1, 'pat', { type: 'clock', action: 'start', clock }));
  }
  assert.equal(at(calls, 10_010).left_ms, 350_000);
});

test('of two phones that kept the clock at once, the one that took it last keeps it, and what the other starts and stops does not count', () => {
  const both = [
    ...begun,
    call(10_000, 'sam', { type: 'clock', action: 'set', clock: '05:50' }), // neither hears of the other from here on
    call(20_000, 'pat', { type: 'clock', action: 'stop', clock: '05:40' }),
    call(30_000, 'pat', { type: 'clock', action: 'start', clock: '05:40' }),
    call(40_000, 'sam', { type: 'clock', action: 'stop', clock: '05:20' }),
  ];
  const { keeper, running, left_ms, overruled } = at(both, 60_000);
  assert.deepEqual([keeper, running, left_ms, [...overruled]], ['sam', false, 320_000, [['pat', 2]]]);
  const later = at([...both, call(70_000, 'pat', { type: 'clock', action: 'set', clock: '05:10' }), call(80_000, 'sam', { type: 'clock', action: 'start', clock: '05:20' })], 90_000);
  assert.deepEqual([later.keeper, later.running, later.left_ms, [...later.overruled]], ['pat', false, 310_000, [['sam', 1]]], 'the later take, whoever made it');
});

test('a phone whose official goes on under a new device id keeps its clock', () => {
  const of = (device, one) => ({ ...one, device, made_by: 'pat' });
  const moved = [...begun.map((one) => of('old', one)), of('new', call(10_000, 'new', { type: 'clock', action: 'stop', clock: '05:50' }))];
  assert.deepEqual([at(moved, 20_000).running, at(moved, 20_000).keeper], [false, 'new']);
});

const real = Date.now;
const listeners = new Set();
document.addEventListener = (name, go, { signal: ends } = {}) => {
  listeners.add(go);
  ends?.addEventListener('abort', () => listeners.delete(go));
};

/** A clock of a period of six minutes, begun so long ago; how it is seen goes into `seen`. */
function running(ago_ms) {
  const from_ms = real() - ago_ms - AT_MS;
  const calls = signal(begun.map((one) => ({ ...one, hlc: `${AT_MS + from_ms}-0000` })));
  const clock = gameClock.runClock(calls, signal(packetOf('g1')), async () => undefined);
  const seen = [];
  const stop = clock.state.subscribe(({ left_ms }) => seen.push(left_ms));
  return { clock, calls, seen, end: () => { stop(); clock.end(); Date.now = real; } };
}
const wait = (ms) => new Promise((go) => setTimeout(go, ms));

test('a keeper whose clock is ahead, or an own clock that was set back, makes the screen draw no more than once a second', async () => {
  const { seen, end } = running(-60_000);
  await wait(2_300);
  end();
  assert.ok(seen.length >= 3 && seen.length <= 6, `${seen.length} times in 2.3 s`);
  assert.ok(seen.at(-1) <= 358_000, 'and it runs');
});

test('a clock that is set forward or back while the phone is looked at ends no period and stops none', async () => {
  const { clock, calls, end } = running(10_500);
  for (const off_ms of [3_600_000, -3_600_000]) {
    Date.now = () => real() + off_ms;
    const before_ms = clock.state.value.left_ms;
    await wait(1_100);
    calls.value = [...calls.value]; // as where something else is logged
    const passed_ms = before_ms - clock.state.value.left_ms;
    assert.ok(clock.state.value.running && passed_ms > 400 && passed_ms < 60_000, `${passed_ms} ms have passed`);
  }
  end();
});

test('time that the phone’s clock alone tells of is doubted until the server has told its own: it may have been set meanwhile', () => {
  const { clock, end } = running(10_500);
  Date.now = () => real() + 120_000;
  listeners.forEach((go) => go());
  assert.ok(Math.abs(clock.doubt_ms.value - 120_000) < 1_000, `${clock.doubt_ms.value} ms`);
  assert.ok(clock.state.value.left_ms < 230_000, 'which is how it looks where the phone has slept');
  serverTime.learnOffset(real(), Date.now() - 10, Date.now() + 10);
  assert.equal(clock.doubt_ms.value, 0);
  assert.ok(clock.state.value.left_ms > 345_000, `no playing time has passed: ${clock.state.value.left_ms} ms are left`);
  Date.now = real;
  serverTime.learnOffset(real(), real() - 10, real() + 10);
  end();
});

test('who comes back to a phone that slept, its other clock standing still, sees how long that was', () => {
  const { clock, end } = running(10_500);
  Date.now = () => real() + 120_000;
  listeners.forEach((go) => go());
  assert.ok(clock.state.value.left_ms < 230_000);
  end();
  assert.equal(listeners.size, 0);
});

test('a correction by the server is taken at once', () => {
  const { clock, end } = running(10_500);
  const now_ms = real();
  serverTime.learnOffset(now_ms + 60_123, now_ms, now_ms);
  assert.ok(clock.state.value.left_ms < 300_000);
  serverTime.learnOffset(now_ms + 1, now_ms, now_ms);
  assert.ok(clock.state.value.left_ms > 340_000);
  end();
});

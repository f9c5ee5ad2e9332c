// Twenty minutes on the game clock, through sleep and reload, against a reference: what the screen shows is never 100 ms off.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPhone, newTab } from './browser.mjs';
import { packetOf } from './packet.mjs';

const AT_MS = 1_796_070_000_000;
const LENGTH_MS = 20 * 60_000;
const MOST_MS = 100;
const STEP_MS = 10;
const FAST = 1 + 50 / 1_000_000; // as far as a cheap quartz is off, which nobody corrects while the app is open
const call = (said) => ({ id: said.action ?? said.type, device: 'pat', n: 1, hlc: `${AT_MS}-0000`, ...said });
const BEGUN = [call({ type: 'period_start', period: 1 }), call({ type: 'clock', action: 'set', clock: '20:00' }), call({ type: 'clock', action: 'start', clock: '20:00' })];

/** A world whose time passes when it is told to: `reference_ms` is what a referee's own stopwatch shows. */
class World {
  reference_ms = 0;
  #steady_ms = 0;
  #timers = new Map();
  #listeners = new Set();
  #real = { now: Date.now, setTimeout, clearTimeout };

  begin() {
    let id = 0;
    Date.now = () => AT_MS + Math.floor(this.reference_ms);
    performance.now = () => this.#steady_ms;
    globalThis.setTimeout = (go, ms) => { this.#timers.set(++id, { go, at_ms: this.#steady_ms + ms }); return id; };
    globalThis.clearTimeout = (timer) => this.#timers.delete(timer);
    document.addEventListener = (_, go, { signal }) => {
      this.#listeners.add(go);
      signal.addEventListener('abort', () => this.#listeners.delete(go));
    };
  }

  end() {
    Date.now = this.#real.now;
    delete performance.now;
    globalThis.setTimeout = this.#real.setTimeout;
    globalThis.clearTimeout = this.#real.clearTimeout;
  }

  /** The screen is on; `look` sees it at every step. */
  pass(ms, look) {
    for (const until_ms = this.reference_ms + ms; this.reference_ms < until_ms;) {
      this.reference_ms += STEP_MS;
      this.#steady_ms += STEP_MS * FAST;
      this.#fire();
      look();
    }
  }

  /** Locked: no timer fires. The clock that nobody sets stands still, as on most phones, or `goes` on. */
  sleep(ms, goes) {
    this.reference_ms += ms;
    if (goes) this.#steady_ms += ms * FAST;
    this.#fire();
    this.#listeners.forEach((go) => go());
  }

  /** A page that is loaded anew counts from zero. */
  reload() {
    this.#steady_ms = 0;
    this.#timers.clear();
  }

  #fire() {
    for (const [id, { go, at_ms }] of [...this.#timers]) if (at_ms <= this.#steady_ms && this.#timers.delete(id)) go();
  }
}

test('through locks, sleeps and reloads the clock is never 100 ms off in twenty minutes', async () => {
  const world = new World();
  const pages = [await newPhone(), await newTab(), await newTab()];
  let off = [];
  world.begin();
  try {
    let clock;
    const open = ({ gameClock, signal }) => { clock = gameClock.runClock(signal(BEGUN), signal(packetOf('g1')), async () => undefined); };
    const { written } = pages[0].clockFace;
    const look = () => {
      const left_ms = LENGTH_MS - world.reference_ms;
      const shown = written(clock.state.value.left_ms);
      if (![-MOST_MS, 0, MOST_MS].some((ms) => written(Math.max(0, left_ms + ms)) === shown)) off.push(`${shown} at ${left_ms} ms left`);
    };
    open(pages[0]);
    world.pass(200_000, look);
    world.sleep(240_000, false);
    look();
    world.pass(100_000, look);
    clock.end();
    world.reload();
    open(pages[1]);
    world.pass(150_000, look);
    world.sleep(180_000, true);
    look();
    world.pass(60_000, look);
    clock.end();
    world.reload();
    world.reference_ms += 3_000; // as long as a cold start may take
    open(pages[2]);
    world.pass(LENGTH_MS - world.reference_ms - MOST_MS - STEP_MS, look);
    assert.ok(clock.state.value.running, 'not over yet');
    world.pass(2 * (MOST_MS + STEP_MS), look);
    assert.ok(!clock.state.value.running, 'over when it is');
    clock.end();
  } finally {
    world.end();
  }
  assert.deepEqual(off.slice(0, 5), []);
});

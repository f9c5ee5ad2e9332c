// What is heard at the rink: whenever the browser lets it, and only when there is something to hear.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPhone } from './browser.mjs';
import { bundled } from './bundled.mjs';

await newPhone();
const taps = [];
globalThis.addEventListener = (name, go) => { if (name === 'pointerdown') taps.push(go); };
globalThis.location = { hash: '', search: '' };
let speaker;
class AudioContext {
  state = 'suspended';
  currentTime = 0;
  constructor() { speaker = this; }
  async resume() { this.state = 'running'; }
}
globalThis.window = globalThis;
globalThis.AudioContext = AudioContext;
const { isChange } = await bundled('tests/phone/sounds.ts');

test('a phone whose sound a phone call interrupted sounds again after the next tap', () => {
  const tap = () => taps.forEach((go) => go({ timeStamp: 0 }));
  tap();
  assert.equal(speaker.state, 'running');
  speaker.state = 'interrupted';
  tap();
  assert.equal(speaker.state, 'running');
});

test('the change buzzer goes as play comes to a change, not as a game is opened, a period begins or the clock is set', () => {
  assert.equal(isChange(2, 3, true), true);
  assert.deepEqual([isChange(3, 3, true), isChange(3, 0, true), isChange(0, 4, true), isChange(2, 3, false)], [false, false, false, false]);
});

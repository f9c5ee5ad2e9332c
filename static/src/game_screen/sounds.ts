// What is heard and felt at the rink: a count-down that is over, a change, the end of a period. Muted for as long as this
// phone's official likes. A browser lets sound begin with a tap alone, so it is made ready by the first one.
import { signal } from '@preact/signals';
import { remember, remembered } from '../remembered';

const KEPT = 'muted';
const PITCH_HZ = 880;
const LOUD = 0.4;

export const muted = signal(remembered(KEPT) === 'yes');

export function changeMuted(): void {
  muted.value = !muted.value;
  remember(KEPT, muted.value ? 'yes' : 'no');
  if (!muted.value) sound([120]);
}

let speaker: AudioContext | undefined;
addEventListener('pointerdown', () => {
  if (!('AudioContext' in window)) return;
  speaker ??= new AudioContext();
  if (speaker.state !== 'running') void speaker.resume().catch(() => undefined); // an iPhone calls it 'interrupted' after a phone call
}, { capture: true, passive: true });

/** Felt and, unless muted, heard. `pattern`: ms on, off, on … */
export function signalled(pattern: number[]): void {
  navigator.vibrate?.(pattern);
  if (!muted.value) sound(pattern);
}

function sound(pattern: number[]): void {
  if (!speaker) return;
  let at_s = speaker.currentTime;
  pattern.forEach((ms, place) => {
    if (place % 2 === 0) tone(speaker!, at_s, at_s + ms / 1000);
    at_s += ms / 1000;
  });
}

function tone(on: AudioContext, from_s: number, to_s: number): void {
  const pitch = new OscillatorNode(on, { type: 'square', frequency: PITCH_HZ });
  pitch.connect(new GainNode(on, { gain: LOUD })).connect(on.destination);
  pitch.start(from_s);
  pitch.stop(to_s);
}

// A cold finger taps twice, and what it tapped may have given way to something else in between: while a sheet has just
// opened, closed or turned to its next question, nothing takes a tap on the spot that was tapped for it, nor one that began
// before. Anywhere else it is what was meant. Keys are not held up: what they act on has the focus.
import { useLayoutEffect } from 'preact/hooks';

/** Longer than a double tap, shorter than it takes to find a number that was not there before. */
const SETTLES_MS = 400;

/** What a tap changes has changed by then, a write to disk included. */
const BY_A_TAP_MS = 1_000;

/** As wide as a thumb shakes. */
const SAME_SPOT_PX = 48;

let pressed_at = -Infinity; // when the last press began, by the finger's own time
let press: Spot | null = null as Spot | null; // and where

type Spot = Pick<PointerEvent, 'clientX' | 'clientY'>;
interface Change {
  at_ms: number;       // performance.now()
  tapped: Spot | null; // where the press was that brought it; null: it came by itself, and no spot is safe
  part: Element | null; // in which all that has changed is; null: the whole screen
}
let changes: Change[] = []; // that have not settled
let timer: ReturnType<typeof setTimeout> | undefined;

/** What lies under the finger has just changed, in one part of the screen or all over it. The root says `data-settling` until it takes taps everywhere. */
export function settle(part: Element | null = null): void {
  const at_ms = performance.now();
  changes = [...changes.filter((change) => change.at_ms + SETTLES_MS > at_ms), { at_ms, part, tapped: at_ms - pressed_at < BY_A_TAP_MS ? press : null }];
  document.documentElement.dataset['settling'] = '';
  clearTimeout(timer);
  timer = setTimeout(() => { delete document.documentElement.dataset['settling']; }, SETTLES_MS);
}

/** Settles whenever `shown` changes, and when what shows it goes. */
export function useSettling(shown: unknown): void {
  useLayoutEffect(() => settle(), [shown]);
  useLayoutEffect(() => () => settle(), []);
}

/** Whether this press is one that goes with what was there before. */
const isLate = ({ at_ms, tapped }: Change) => pressed_at < at_ms || (pressed_at < at_ms + SETTLES_MS && (!tapped || !press || Math.hypot(press.clientX - tapped.clientX, press.clientY - tapped.clientY) < SAME_SPOT_PX));

addEventListener('pointerdown', (event: PointerEvent) => { pressed_at = event.timeStamp; press = event; }, { capture: true, passive: true });
addEventListener('click', (event: Event) => {
  const concerned = changes.filter(({ part }) => !part || part.contains(event.target as Node));
  if (!(event as UIEvent).detail || !concerned.some(isLate)) return; // without detail: by key, or by what reads the screen aloud
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

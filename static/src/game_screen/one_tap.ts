// A cold finger taps twice: the second tap on a button that acts at once is the same tap.
import { useRef } from 'preact/hooks';

const SAME_TAP_MS = 500;

/** Does what it is given, unless it did so a moment ago. */
export function useOneTap(): (act: () => void) => void {
  const last = useRef(-Infinity);
  return (act) => {
    if (performance.now() - last.current < SAME_TAP_MS) return;
    last.current = performance.now();
    act();
  };
}

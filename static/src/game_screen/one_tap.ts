// A cold finger taps twice: the second tap on a button that acts at once is the same tap.
import { useRef } from 'preact/hooks';

const SAME_TAP_MS = 500;

/** Does what it is given, unless it did so a moment ago: for the same thing, where a tap is one of several. */
export function useOneTap(): (act: () => void, of?: string) => void {
  const last = useRef({ of: '', at_ms: -Infinity });
  return (act, of = '') => {
    if (last.current.of === of && performance.now() - last.current.at_ms < SAME_TAP_MS) return;
    last.current = { of, at_ms: performance.now() };
    act();
  };
}

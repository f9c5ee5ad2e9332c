// Somebody who types is asked about once they pause: questions to the rules wait in one line, and the tap's own would be last in it.
import { useRef } from 'preact/hooks';

const TYPES_WITHIN_MS = 400;
const PAUSE_MS = 150;

/** To be called at every change: resolves at once, or, where changes follow each other as when somebody types, after a moment. */
export function usePause(): () => Promise<void> {
  const last = useRef(-Infinity);
  return async () => {
    const types = performance.now() - last.current < TYPES_WITHIN_MS;
    last.current = performance.now();
    if (types) await new Promise((done) => { setTimeout(done, PAUSE_MS); });
  };
}

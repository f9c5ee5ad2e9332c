// The present, for what is told as so long ago: anew now and then while it is shown.
import { useEffect, useState } from 'preact/hooks';
import { now_ms } from '../server_time';

const EVERY_MS = 10_000;

export function useNow(): number {
  const [now, setNow] = useState(now_ms());
  useEffect(() => {
    const timer = setInterval(() => setNow(now_ms()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

// Word of a change in what is kept of a game, to whatever shows it in this tab and in the others.
import { named } from './practice';

export interface Change {
  game: string;
  of: 'log' | 'told' | 'packet' | 'session' | 'anew'; // 'told': what the server says of others' phones; 'session': whose phone it is; of no game; 'anew': in practice, all of it is gone
}

type Listener = (change: Change) => void;
const listeners = new Set<Listener>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(named('rinkside'));

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<Change>) => tell(data);
  (channel as { unref?: () => void }).unref?.(); // in Node, where the tests run
}

const tell = (change: Change) => listeners.forEach((listener) => listener(change));

export function announce(game: string, of: Change['of'] = 'log'): void {
  tell({ game, of });
  channel?.postMessage({ game, of });
}

/** Hear of every change until the answered function is called. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

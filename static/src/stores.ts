// What the phone's database holds, and the steps by which it came to its present shape. Everything but `settings`
// and `heads` belongs to one account: another official who signs in on this phone neither sees nor sends it.
import type { DBSchema, IDBPDatabase } from 'idb';
import type { Call, CallCode, Decision, GameDevice, GameRow, Packet, Progress } from './generated/calls';

export const VERSION = 1;

/** An official who has signed in on this phone, and the device id that their calls carry. */
export interface Identity {
  account: string;
  name: string;
  language: string | null; // null: the browser’s
  roles: string[];
  username?: string;
  device: string;
  token: string | null; // null: signed out, or the server no longer takes it
  expires_at?: string;  // when the server takes it no longer
  put_back?: true;      // known by the second copy alone: how far its device was numbered is lost, and a sign-in takes another
  joined?: string;      // what proves to the server, once the sign-in has run out, that this substitute was here before
}

/** One call as it was logged or pulled. `call` never changes but for device and n (when it is re-homed unsent, and back where the server has it under the
 * old ones), and for in whose name it was sent: the server tells of it as it has it, and what it loses is sent again in the account's own. */
export interface CallRecord {
  account: string;
  game: string;
  id: string;
  call: Call;
  own: boolean;  // logged on this phone
  outbox?: 1;    // the server has not yet answered for it
  was?: { device: string; n: number }[]; // numbers that it had or has elsewhere: it may have arrived under these, and nobody owes them
  by_hand?: true; // came from another phone without a network; the server has not told of it yet
  seq?: number;
  result?: 'accepted' | 'held' | 'refused';
  code?: CallCode;
  says?: string;
}

/** How far a device has numbered a game's calls, and what its next call must come after. */
export interface Head {
  device: string;
  game: string;
  n: number;
  hlc: string;
}

export interface Pull {
  account: string;
  game: string;
  cursor: number;
  waiting: Record<string, CallCode>;
  decisions?: Decision[];             // a director's
  progress: Record<string, Progress>; // by device: how far the server has everything
  devices?: GameDevice[];             // whose each is
  revision?: number;                  // of the server's sheet
  not_ruled_on?: true;                // the server's rules fail on this log
  older_rules?: true;                 // the server's sheet stands as it was signed off, and newer rules say otherwise
  told_ms?: number;                   // when the server told this, by the corrected clock
}

export interface KeptPacket {
  account: string;
  game: string;
  packet: Packet;
  etag: string | null;
  asked_ms?: number; // when the server last said that this is it, by the corrected clock; never of one that came from another phone
  row?: GameRow; // of a game that came from another phone: the server's list may not name it
}

export interface Stores extends DBSchema {
  identities: { key: string; value: Identity };
  settings: { key: string; value: unknown };
  calls: { key: [account: string, id: string]; value: CallRecord; indexes: { game: [string, string]; outbox: [string, number] } };
  heads: { key: [device: string, game: string]; value: Head };
  games: { key: string; value: { account: string; games: GameRow[] } };
  packets: { key: [account: string, game: string]; value: KeptPacket };
  pulls: { key: [account: string, game: string]; value: Pull };
}

export function upgrade(db: IDBPDatabase<Stores>, from: number): void {
  if (from < 1) {
    db.createObjectStore('identities', { keyPath: 'account' });
    db.createObjectStore('settings');
    const calls = db.createObjectStore('calls', { keyPath: ['account', 'id'] });
    calls.createIndex('game', ['account', 'game']);
    calls.createIndex('outbox', ['account', 'outbox']);
    db.createObjectStore('heads', { keyPath: ['device', 'game'] });
    db.createObjectStore('games', { keyPath: 'account' });
    db.createObjectStore('packets', { keyPath: ['account', 'game'] });
    db.createObjectStore('pulls', { keyPath: ['account', 'game'] });
  }
}

// Packets: all that a game needs without a network (rosters, rulebook, words, earlier games' carries), per account.
import { signal, type ReadonlySignal } from '@preact/signals';
import { announce } from './changes';
import { transact } from './database';
import type { atOnce } from './one_at_a_time';
import { pull } from './pull';
import { ask, Refused } from './request';
import { now_ms } from './server_time';
import type { Packet } from './generated/calls';
import type { Identity, KeptPacket } from './stores';

const AT_ONCE = 4;

const ready = signal<ReadonlySet<string>>(new Set());

/** Games of the signed-in official that open without a network. */
export const keptGames: ReadonlySignal<ReadonlySet<string>> = ready;

export async function keptPacket(account: string, game: string): Promise<Packet | undefined> {
  return (await record(account, game))?.packet;
}

/** The packets of this account. */
export async function keptPackets(account: string): Promise<KeptPacket[]> {
  return transact(['packets'], 'readonly', (tx) => tx.objectStore('packets').getAll(IDBKeyRange.bound([account], [account, []])));
}

/** Which packets this account has here. */
export async function recallPackets(account: string): Promise<void> {
  const keys = await transact(['packets'], 'readonly', (tx) => tx.objectStore('packets').getAllKeys(IDBKeyRange.bound([account], [account, []])));
  ready.value = new Set(keys.map(([, game]) => game));
}

/** Ask for a game's packet and keep it. Throws Offline, Refused. */
export async function refreshPacket(identity: Identity, game: string): Promise<void> {
  const before = await record(identity.account, game);
  const { body, etag } = await ask<Packet>(`/games/${encodeURIComponent(game)}/packet`, { token: identity.token, etag: before?.etag ?? null });
  const packet = body?.game_file && body.rulebook ? body : before?.packet; // unchanged since
  if (!packet) return;
  await transact(['packets'], 'readwrite', (tx) => tx.objectStore('packets').put({ account: identity.account, game, packet, etag, asked_ms: now_ms(), ...(before?.row && { row: before.row }) }));
  if (!ready.value.has(game)) ready.value = new Set([...ready.value, game]);
  if (before?.packet.digest !== packet.digest) announce(game, 'packet');
}

/**
 * Keep the packets of these games, so that each opens from a cold start without a network, and first the logs of those that
 * have begun: a call added to one here, later and offline, must not hide what others had logged there. A log is pulled in its `turn`. Throws Offline, Refused.
 */
export async function prefetch(identity: Identity, games: string[], begun: ReadonlySet<string>, turn: typeof atOnce): Promise<void> {
  const left = [...games];
  const fetchOn = async () => {
    for (let game = left.shift(); game; game = left.shift()) {
      const logged: Promise<unknown> = begun.has(game) ? turn(() => pull(identity, game)) : Promise.resolve();
      await logged.then(() => refreshPacket(identity, game)).catch((error: unknown) => {
        if (!(error instanceof Refused && [403, 404].includes(error.status))) throw error; // one game's no is not the others'
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchOn));
}

async function record(account: string, game: string): Promise<KeptPacket | undefined> {
  return transact(['packets'], 'readonly', (tx) => tx.objectStore('packets').get([account, game]));
}

// My games: what the server last said, kept for when it cannot be asked. Packets of those at hand are kept with them.
import { signal, type ReadonlySignal } from '@preact/signals';
import { transact } from './database';
import { atOnce, oneAtATime } from './one_at_a_time';
import { prefetch } from './packets';
import { ask } from './request';
import { now_ms } from './server_time';
import { account as signedIn } from './session';
import type { GameRow, GamesAnswer } from './generated/calls';
import type { Identity } from './stores';

const HOUR_MS = 3_600_000;
const AT_HAND = { before_ms: 24 * HOUR_MS, after_ms: 36 * HOUR_MS };

const mine = signal<GameRow[]>([]);

/** The signed-in official's games, in the server's order; then those that came by hand and that the server does not list. */
export const listGames = (): ReadonlySignal<GameRow[]> => mine;

export async function recallGames(account: string | null): Promise<void> {
  mine.value = account ? await kept(account) : [];
}

async function kept(account: string): Promise<GameRow[]> {
  return transact(['games', 'packets'], 'readonly', async (tx) => {
    const listed = (await tx.objectStore('games').get(account))?.games ?? [];
    const packets = await tx.objectStore('packets').getAll(IDBKeyRange.bound([account], [account, []]));
    return [...listed, ...packets.flatMap(({ row }) => (row && !listed.some(({ id }) => id === row.id) ? [row] : []))];
  });
}

const underWay = new Map<string, Promise<void>>();

/** Ask for the list and the packets of all games about now; one asking at a time. Throws Offline, Refused. */
export const refreshGames = (identity: Identity): Promise<void> => refresh(identity, oneAtATime);

/** As refreshGames, in a round of sync, whose turn it is: it waits for nobody who waits for it. */
export const refreshGamesInTurn = (identity: Identity): Promise<void> => (underWay.has(identity.token ?? '') ? Promise.resolve() : refresh(identity, atOnce));

function refresh(identity: Identity, turn: typeof atOnce): Promise<void> {
  const token = identity.token ?? '';
  const asking = underWay.get(token) ?? askForGames(identity, turn).finally(() => underWay.delete(token));
  underWay.set(token, asking);
  return asking;
}

async function askForGames(identity: Identity, turn: typeof atOnce): Promise<void> {
  const { body } = await ask<GamesAnswer>('/games', { token: identity.token });
  if (!body || !Array.isArray(body.games)) return;
  await transact(['games'], 'readwrite', (tx) => tx.objectStore('games').put({ account: identity.account, games: body.games }));
  if (signedIn.value?.account === identity.account) await recallGames(identity.account); // another may have signed in meanwhile
  const atHand = body.games.filter(isAtHand);
  const begun = new Set(atHand.filter(({ status }) => !['scheduled', 'postponed', 'cancelled'].includes(status)).map(({ id }) => id));
  await prefetch(identity, atHand.map(({ id }) => id), begun, turn);
}

function isAtHand({ starts_at }: GameRow): boolean {
  const away_ms = Date.parse(starts_at) - now_ms();
  return away_ms > -AT_HAND.before_ms && away_ms < AT_HAND.after_ms;
}

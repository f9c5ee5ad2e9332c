// Room on this phone: games long over are let go, and on a full disk what can be had from the server again. Never a call
// that the server does not have, be it from here or from another phone, and never the game that is open.
import { announce } from './changes';
import { transact, type Transaction } from './database';
import { millisecondsOf } from './hlc';
import { forgetGamesBut } from './remembered';
import { measured, now_ms } from './server_time';

const DAY_MS = 24 * 3_600_000;
const KEPT_AFTER_A_GAME_MS = 30 * DAY_MS;
const MAY_BE_ON_MS = DAY_MS; // after its start

interface Held {
  key: [account: string, game: string];
  starts_ms: number;
  owes: boolean;
  gives: boolean; // holds something that the server can give again, and nothing that it cannot
}

/** Forget packets and calls of games that began more than 30 days ago, whosever they are, but for games with anything unsent. By the
 * phone's own clock alone nothing is old: one that is a month ahead would lose tonight's game. */
export async function forgetOldGames(): Promise<void> {
  if (!measured.peek()) return;
  const left = await transact(['packets', 'calls', 'pulls'], 'readwrite', async (tx) => {
    const here = await gamesHere(tx);
    const old = here.filter(({ starts_ms, owes }) => !owes && now_ms() - starts_ms > KEPT_AFTER_A_GAME_MS);
    for (const { key } of old) await drop(tx, key, true);
    return here.filter((one) => !old.includes(one)).map(({ key: [, game] }) => game);
  });
  forgetGamesBut(new Set(left));
}

/** Let go of what came from the server of the oldest game that is over; answers false where there is none left. Over is what began
 * a day ago, and a day before the game that is open, whatever the phone's clock says. */
export async function makeRoom(open: string): Promise<boolean> {
  const game = await transact(['packets', 'calls', 'pulls'], 'readwrite', async (tx) => {
    const here = await gamesHere(tx);
    const by_ms = Math.min(now_ms(), ...here.filter(({ key }) => key[1] === open).map(({ starts_ms }) => starts_ms)) - MAY_BE_ON_MS;
    const over = here.filter(({ gives, starts_ms }) => gives && starts_ms < by_ms);
    const [oldest] = over.sort((a, b) => a.starts_ms - b.starts_ms);
    if (oldest) await drop(tx, oldest.key, false);
    return oldest?.key[1];
  });
  if (game) announce(game, 'packet');
  return game !== undefined;
}

/** Games of which anything is here. One whose packet is gone is as old as the last call of it. */
async function gamesHere(tx: Transaction<'readwrite'>): Promise<Held[]> {
  const [packets, pulls] = await Promise.all([tx.objectStore('packets').getAll(), tx.objectStore('pulls').getAllKeys()]);
  const starts = new Map(packets.map(({ account, game, packet }) => [nameOf([account, game]), Date.parse(packet.starts_at)]));
  const byHand = new Set(packets.filter(({ row }) => row).map(({ account, game }) => nameOf([account, game])));
  const keys = new Map([...pulls, ...packets.map(({ account, game }): Held['key'] => [account, game])].map((key) => [nameOf(key), key]));
  for (let at = await tx.objectStore('calls').index('game').openKeyCursor(null, 'nextunique'); at; at = await at.continue()) keys.set(nameOf(at.key), at.key);
  return Promise.all([...keys].map(async ([name, key]) => {
    const records = await tx.objectStore('calls').index('game').getAll(key);
    const last_ms = Math.max(0, ...records.map(({ call }) => millisecondsOf(call.hlc)));
    const owes = records.some(({ outbox, by_hand }) => outbox || by_hand);
    const gives = !owes && !byHand.has(name) && (starts.has(name) || records.some(({ own }) => !own));
    return { key, starts_ms: starts.get(name) ?? last_ms, owes, gives };
  }));
}

const nameOf = (key: Held['key']): string => key.join(' ');

/** Rows and cursor go together: what is pulled again begins anew. */
async function drop(tx: Transaction<'readwrite'>, key: Held['key'], ownToo: boolean): Promise<void> {
  for (const { account, id, own, outbox, by_hand } of await tx.objectStore('calls').index('game').getAll(key)) {
    if (!outbox && !by_hand && (ownToo || !own)) await tx.objectStore('calls').delete([account, id]);
  }
  await Promise.all([tx.objectStore('pulls').delete(key), tx.objectStore('packets').delete(key)]);
}

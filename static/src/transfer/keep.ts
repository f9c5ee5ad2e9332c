// What came by hand from another phone is kept like what was pulled: it counts, its author's phone still sends it, and
// the server's copy takes its place. Nothing of it is sent from here unless somebody says so: where that phone is lost, an
// official here sends it in their own name, for its author.
import { announce } from '../changes';
import { transact, type Transaction } from '../database';
import { inNameOf, moveUnsent } from '../device';
import { recallGames } from '../games';
import { merge } from '../hlc';
import { headOf, recordsOf } from '../log';
import { inOrder } from '../order';
import { recallPackets } from '../packets';
import { now_ms } from '../server_time';
import type { CallRecord, Identity } from '../stores';
import { rowOf, type Parcel } from './parcel';

export interface Taken {
  game: string;
  calls: number; // in the parcel
  fresh: number; // of them new to this phone
}

/** Keep a parcel: calls that are not here yet, and the packet where there is none. Nothing that is here is changed. Throws NotSaved. */
export async function keepParcel(identity: Identity, { packet, calls }: Parcel): Promise<Taken> {
  const { account, device } = identity;
  const game = packet.game_file.game.id;
  const fresh = await transact(['packets', 'calls', 'heads'], 'readwrite', async (tx) => {
    if (!(await tx.objectStore('packets').get([account, game]))) {
      await tx.objectStore('packets').put({ account, game, packet, etag: null, row: rowOf(packet) });
    }
    const head = await headOf(tx, device, game);
    let added = 0;
    for (const { call, held } of calls) {
      head.hlc = merge(head.hlc, call.hlc, now_ms());
      if (await tx.objectStore('calls').get([account, call.id])) continue;
      await tx.objectStore('calls').put({ account, game, id: call.id, call, own: false, by_hand: true, ...(held && { result: 'held', code: held }) });
      added += 1;
    }
    await tx.objectStore('heads').put(head);
    return added;
  });
  await Promise.all([recallPackets(account), recallGames(account)]);
  announce(game);
  return { game, calls: calls.length, fresh };
}

/** Calls of a game that came by hand and that the server has not told of yet, by whose they are. */
export async function notYetSent(account: string, game: string): Promise<CallRecord[]> {
  return (await recordsOf(account, game)).filter(({ by_hand }) => by_hand).sort((a, b) => inOrder(a.call, b.call));
}

/** Their phone is lost: send them from here, under their ids and in their place in the log. Throws NotSaved. */
export async function sendForOthers(identity: Identity, game: string): Promise<void> {
  await transact(['calls', 'heads'], 'readwrite', async (tx) => {
    for (const record of await byHand(tx, identity.account, game)) {
      const { account, game, id, call } = record;
      await tx.objectStore('calls').put({ account, game, id, call: inNameOf(account, call), own: true, outbox: 1 });
    }
    await moveUnsent(tx, identity);
  });
  announce(game);
}

async function byHand(tx: Transaction<'readwrite'>, account: string, game: string): Promise<CallRecord[]> {
  return (await tx.objectStore('calls').index('game').getAll([account, game])).filter(({ by_hand }) => by_hand);
}

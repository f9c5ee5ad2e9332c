// What is unsent as files, one a game: a game of which no file can be made keeps no other from having one.
import { unsentOf } from '../log';
import type { Identity } from '../stores';
import { parcelOf, type Parcel } from './parcel';

export interface Unsent {
  parcels: Parcel[];
  without: number; // games that have calls here and no packet
}

export async function unsentParcels(identity: Identity): Promise<Unsent> {
  const games = [...new Set((await unsentOf(identity.account)).map(({ game }) => game))];
  const made = await Promise.allSettled(games.map((game) => parcelOf(identity, game)));
  const parcels = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return { parcels, without: games.length - parcels.length };
}

// A penalty of the bench that would put whoever did it out of the game: with nobody named, nobody is put out, and no rule asks.
import type { OpenGame } from '../game';
import { GRAVE } from '../generated/calls';
import { sides } from '../game_screen/people';
import { sheetOf, type Ruling } from '../game_screen/reading';
import { ruledInAdvance, type Said } from './foresight';

export const isGrave = ({ code, overridden }: Ruling): boolean => !overridden && (GRAVE as readonly string[]).includes(code);

/** Whether it would end the game of a player of that team who has had no penalty and is not out; null where the rules have not
 * said so in time, false where they never will. */
export async function wouldPutOut(game: OpenGame, { bench, ...call }: Said): Promise<boolean | null> {
  const sheet = sheetOf(game);
  const isFresh = (id: string) => !sheet?.tallies.players[id]?.penalties && !sheet?.rulings.some((ruling) => ruling.player === id && isGrave(ruling));
  const player = bench && sides(game).find(({ key }) => key === call.team)?.players.find(({ id }) => isFresh(id));
  if (!player) return false;
  const { follows, isKnown } = await ruledInAdvance(game, { ...call, id: game.newId(), player: player.id }, false);
  if (!isKnown && game.ruling.value !== 'failed') return null;
  return follows.some(isGrave);
}

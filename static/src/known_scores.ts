// What this phone's rules last made of a game, for the list of games: the server's row is older where calls of this phone have
// not been sent, or where it has told nothing new since.
import type { GameRow } from './generated/calls';
import type { Result } from './game_screen/won';
import { ofGame, remember, remembered } from './remembered';

interface Known extends Result { status: string; listed: string }

const keyOf = (id: string): string => ofGame('score', id);
const asListed = (row: GameRow | undefined): string => JSON.stringify([row?.status, row?.score, row?.winner, row?.shootout]);

export function tellScore(id: string, { score, winner = null, shootout = null, status }: Omit<Known, 'listed'>, row: GameRow | undefined): void {
  remember(keyOf(id), JSON.stringify({ score, winner, shootout, status, listed: asListed(row) }));
}

/** The row as this phone knows the game, once it has begun. */
export function asKnown(row: GameRow, unsent: number): GameRow {
  const { score, winner = null, shootout = null, status, listed } = known(row.id);
  if (!score || !status || status === 'scheduled' || !(unsent > 0 || listed === asListed(row))) return row;
  return { ...row, score, status, winner, shootout };
}

/** Nothing where it cannot be read: then the row is the server's. */
function known(id: string): Partial<Known> {
  try {
    return (JSON.parse(remembered(keyOf(id)) ?? '{}') ?? {}) as Partial<Known>;
  } catch {
    return {};
  }
}

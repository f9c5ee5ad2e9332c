// What this phone's rules last made of a game, for the list of games: the server's row is older where calls of this phone have
// not been sent, or where it has told nothing new since.
import type { GameRow } from './generated/calls';
import { ofGame, remember, remembered } from './remembered';

interface Known { score: Record<string, number>; status: string; listed: string }

const keyOf = (id: string): string => ofGame('score', id);
const asListed = (row: GameRow | undefined): string => JSON.stringify([row?.status, row?.score]);

export function tellScore(id: string, { score, status }: Pick<Known, 'score' | 'status'>, row: GameRow | undefined): void {
  remember(keyOf(id), JSON.stringify({ score, status, listed: asListed(row) }));
}

/** The row as this phone knows the game, once it has begun. */
export function asKnown(row: GameRow, unsent: number): GameRow {
  const { score, status, listed } = known(row.id);
  return score && status && status !== 'scheduled' && (unsent > 0 || listed === asListed(row)) ? { ...row, score, status } : row;
}

/** Nothing where it cannot be read: then the row is the server's. */
function known(id: string): Partial<Known> {
  try {
    return (JSON.parse(remembered(keyOf(id)) ?? '{}') ?? {}) as Partial<Known>;
  } catch {
    return {};
  }
}

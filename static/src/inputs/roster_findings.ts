// Of who is here for a team: what is not as the rulebook wants it, each with its clause.
import type { OpenGame } from '../game';
import type { Side } from '../game_screen/people';
import { historyOf, rulebookOf, type Clause, type Player } from '../game_screen/reading';
import en from '../words/roster_check.en.json';
import { catalogued } from '../words/t';

const ours = catalogued(en, 'roster_check');

type Least = 'players_at_least' | 'skaters_at_least' | 'goalies_at_least' | 'at_least';
type Most = 'players_at_most' | 'skaters_at_most' | 'goalies_at_most' | 'staff_at_most';
type Limits = Clause & Partial<Record<Least | Most, number>> & { numbers_once?: boolean; goalies?: boolean; reason?: string };

/** Games that somebody is still suspended for. */
export const suspended = (game: OpenGame, id: string): number => historyOf(game).players?.[id]?.suspended_games_left ?? 0;

/** Whether a player may be captain or alternate: a goalie, where the rulebook says so. */
export function captainsOf(game: OpenGame): (player: Player) => boolean {
  const clause = (rulebookOf(game).clauses as Limits[]).find(({ kind }) => kind === 'captain');
  return (player) => isSkater(player) || clause?.goalies !== false;
}

export const isSkater = ({ position }: Player): boolean => position !== 'goalie';

/** What is not as the rulebook wants it, each with its clause. */
export function findings(game: OpenGame, side: Side, players: Player[], captains: string[]): [words: string, clause: string][] {
  const found: [string, string][] = [];
  const clauses = rulebookOf(game).clauses as Limits[];
  const skaters = players.filter(isSkater).length;
  const limit = (kind: 'players' | 'skaters' | 'goalies', count: number) => {
    for (const one of clauses.filter((clause) => clause.kind === 'roster')) {
      const [least, most] = [one[`${kind}_at_least`], one[`${kind}_at_most`]];
      if (least !== undefined && count < least) found.push([ours.t(`${kind}.few`, { n: count, least }), one.clause]);
      if (most !== undefined && count > most) found.push([ours.t(`${kind}.many`, { n: count, most }), one.clause]);
    }
  };
  limit('players', players.length);
  limit('skaters', skaters);
  limit('goalies', players.length - skaters);
  const free = players.filter((one) => !suspended(game, one.id)).length; // who is suspended does not count
  for (const { at_least, clause } of clauses.filter(({ kind }) => kind === 'start_players')) {
    if (at_least !== undefined && free < at_least) found.push([ours.t('start.few', { n: free, least: at_least }), clause]);
  }
  const notSuspended = clauses.find(({ kind, reason }) => kind === 'ineligible_play' && reason === 'suspended')?.clause ?? '';
  for (const player of players.filter((one) => suspended(game, one.id))) found.push([ours.t('plays_suspended', { number: player.number }), notSuspended]);
  const twice = players.filter((one) => players.find(({ number }) => number === one.number) !== one);
  const numbersOnce = clauses.find(({ kind, numbers_once }) => kind === 'roster' && numbers_once)?.clause ?? '';
  for (const { number } of twice) found.push([ours.t('twice', { number }), numbersOnce]);
  for (const { staff_at_most: most, clause } of clauses.filter(({ kind }) => kind === 'roster')) {
    if (most !== undefined && side.staff.length > most) found.push([ours.t('staff.many', { n: side.staff.length, most }), clause]);
  }
  const captain = clauses.find(({ kind }) => kind === 'captain');
  if (captain && !captains.length) found.push([ours.t('no_captain', { team: side.name }), captain.clause]);
  for (const { number } of players.filter((one) => captains.includes(one.id) && !captainsOf(game)(one))) found.push([ours.t('goalie_leads', { number }), captain!.clause]);
  return found;
}

// Who is who in a game: people of both rosters, those added in the log, and goalies who belong to no team.
import type { OpenGame } from '../game';
import { t } from '../words/t';
import { callsOf, fileOf, historyOf, sheetOf, type CallView, type Goalie, type Player, type Ruling, type Staff } from './reading';
import { counting } from './standing';

export interface Side { key: string; name: string; players: Player[]; staff: Staff[] }

const known = new WeakMap<CallView[], [Side, Side]>();

/** The two teams, home first, with the players added in the log at the end of theirs. */
export function sides(game: OpenGame): [Side, Side] {
  const calls = callsOf(game);
  const found = known.get(calls) ?? workOutSides(game);
  known.set(calls, found);
  return found;
}

function workOutSides(game: OpenGame): [Side, Side] {
  const file = fileOf(game);
  const added = counting(callsOf(game)).filter((call) => call.type === 'roster_add');
  const side = (key: string): Side => {
    const team = file.teams[key];
    const joined = added.filter((call) => call.team === key).map((call) => call['player'] as unknown as Player);
    return { key, name: team?.name ?? key, players: [...(team?.players ?? []), ...joined], staff: team?.staff ?? [] };
  };
  return [side(file.game.home), side(file.game.away)];
}

export const otherTeam = (game: OpenGame, key: string): string => {
  const { home, away } = fileOf(game).game;
  return key === home ? away : home;
};

export const teamName = (game: OpenGame, key: string | null | undefined): string =>
  (key && fileOf(game).teams[key]?.name) || key || '';

export function playerOf(game: OpenGame, id: string): { player: Player; team: string } | null {
  for (const side of sides(game)) {
    const player = side.players.find((one) => one.id === id);
    if (player) return { player, team: side.key };
  }
  return null;
}

export const freeGoalies = (game: OpenGame): Goalie[] => fileOf(game).goalies;

/** Every goalie: those of no team, then each team's own, by number and team. */
export const allGoalies = (game: OpenGame): Goalie[] => [
  ...freeGoalies(game),
  ...sides(game).flatMap((side) => side.players.filter((player) => player.position === 'goalie').map((player) => ({ id: player.id, name: nameOf(game, player.id) }))),
];

/** Goalies who can stand in net against `team`'s shots: the free ones, else the other team's own. */
export function goaliesAgainst(game: OpenGame, team: string): Goalie[] {
  const free = freeGoalies(game);
  if (free.length) return free;
  const own = sides(game).find((side) => side.key !== team)?.players ?? [];
  return own.filter((player) => player.position === 'goalie').map((player) => ({ id: player.id, name: nameOf(game, player.id) }));
}

/** Who was last sent in to stand against `team`'s shots. */
export function goalieInNet(game: OpenGame, team: string): string | null {
  const possible = goaliesAgainst(game, team).map((goalie) => goalie.id);
  const sent = counting(callsOf(game)).filter((call) => call.type === 'goalie_in' && possible.includes(call.goalie ?? ''));
  return sent.at(-1)?.goalie ?? (possible.length === 1 ? possible[0]! : null);
}

/** "#9 Red", "Sam Ice" (a goalie of no team), "B. Coe, Red". */
export function nameOf(game: OpenGame, id: string | null | undefined): string {
  if (!id) return '';
  const found = playerOf(game, id);
  if (found) return t('who.player', { number: found.player.number, team: teamName(game, found.team) });
  const goalie = freeGoalies(game).find((one) => one.id === id);
  if (goalie) return t('who.goalie', { name: goalie.name ?? goalie.id });
  for (const side of sides(game)) {
    const staff = side.staff.find((one) => one.id === id);
    if (staff) return t('who.staff', { name: staff.name ?? staff.role ?? staff.id, team: side.name });
  }
  return id;
}

/** Whom a call is about, or whom a ruling concerns. */
export function subjectOf(game: OpenGame, about: Pick<CallView, 'player' | 'goalie' | 'staff' | 'bench' | 'team'> | Ruling): string {
  const person = about.player ?? about.staff ?? about.goalie;
  if (person) return nameOf(game, person);
  if ('bench' in about && about.bench) return t('who.bench', { team: teamName(game, about.team) });
  return teamName(game, about.team);
}

export type Mark = 'out' | 'one_away' | 'not_rostered' | null;

const OUT = ['player_ejected', 'goalie_disqualified', 'staff_ejected', 'ineligible'];

const rulingsOn = (game: OpenGame, id: string): Ruling[] =>
  (sheetOf(game)?.rulings ?? []).filter((ruling) => !ruling.overridden && [ruling.player, ruling.goalie, ruling.staff].includes(id));

/** The rulings of this game by which a person is out of it. */
export const putOut = (game: OpenGame, id: string): Ruling[] =>
  rulingsOn(game, id).filter((ruling) => OUT.includes(ruling.code) && ruling.reason !== 'not_rostered');

/** What the rules say of a person now: out, one short of it, or on no roster. */
export function markOf(game: OpenGame, id: string): Mark {
  if (putOut(game, id).length) return 'out';
  const { players, goalies } = historyOf(game);
  const before = { ...players?.[id], ...goalies?.[id] };
  if (before.disqualified || before.suspended_games_left) return 'out';
  const rulings = rulingsOn(game, id);
  if (rulings.some((ruling) => ruling.code === 'one_away')) return 'one_away';
  return rulings.some((ruling) => ruling.reason === 'not_rostered') ? 'not_rostered' : null;
}

/** The class of what names a person: struck out for whoever is out. */
export const struck = (game: OpenGame, id: string): string => (markOf(game, id) === 'out' ? 'is-struck' : '');

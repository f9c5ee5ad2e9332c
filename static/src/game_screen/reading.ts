// How the screen reads packet, sheet and log: one view of each, whatever the type of call or ruling.
import type { LoggedCall, OpenGame } from '../game';

export interface Ruling {
  code: string;
  because: string[];
  clause: string;
  clauses?: string[];
  blocks?: number[];
  says?: string;
  team?: string | null;
  player?: string;
  goalie?: string;
  staff?: string;
  scorer?: string;
  shooter?: string | null;
  infraction?: string;
  about?: string;
  condition?: string;
  conditions?: string[];
  what?: string;
  reason?: string;
  of?: string;
  count?: number;
  limit?: number;
  how?: string;
  where?: string | null;
  retag?: boolean;
  seconds?: number | null;
  mode?: string;
  when?: string;
  confirm?: string;
  overridden?: boolean;
}

/** Somebody in the penalty box; `waits` while the time does not run. */
export interface Served { team?: string | null; player?: string; goalie?: string; staff?: string; bench?: boolean; class: string; left_s: number | null; waits?: boolean }

export interface Award { team: string; shooter: string | null; award: string }

export type Timing = 'stop' | 'running';

export interface SheetView {
  score: Record<string, number>;
  shootout?: Record<string, number>;
  winner: string | null;
  status: string;
  timing?: Timing;
  rulings: Ruling[];
  tallies: {
    players: Record<string, { penalties?: number; seconds?: number; offences?: number }>;
    goalies: Record<string, { penalties?: number; shots?: number; goals?: number }>;
    teams: Record<string, { penalties?: number; by_period?: Record<string, number> }>;
  };
  penalty_shots: Award[];
  box: Served[];
  late: string[];
}

/** Any call with any field; what it may hold is the table's business. */
export interface CallView {
  id: string;
  type: string;
  period?: number | string;
  clock?: string;
  team?: string;
  player?: string;
  goalie?: string;
  staff?: string;
  bench?: boolean;
  scorer?: string;
  shooter?: string;
  scored?: boolean;
  infraction?: string;
  class?: string;
  fouled?: string;
  award?: string;
  call?: string;
  code?: string;
  about?: string;
  calls?: string[];
  set?: Record<string, unknown>;
  reason?: string;
  text?: string;
  action?: string;
  kind?: string;
  takes?: string;
  device?: string;
  n?: number;
  hlc?: string;
  made_at?: string;
  made_by?: string;
  called_by?: string;
  sent?: boolean;
  result?: string;
  says?: string;
  [field: string]: unknown;
}

export interface Infraction { infraction: string; name: string; class: string; abbreviation?: string; rule?: string; divisions?: string[]; common?: boolean }
export interface Clause { kind: string; clause: string; says: string; name?: string; reading?: string; classes?: string[]; gives?: string }
export interface RulebookView {
  name: string;
  calls: string[];
  goalies: string;
  infractions: Infraction[];
  classes: string[];
  clauses: Clause[];
  screen: Screen;
}

/** What of the rulebook the screen shows, worked out from its clauses. */
export interface Screen {
  periods: (number | string)[];
  break_s: number | null;
  warm_up_s: number | null;
  time_limits: { period: number; seconds: number; clause: string }[];
  change_buzzers: { divisions: string[]; seconds: number; clause: string }[];
  timeout: { seconds: number } | null;
  countdowns: { after: string; seconds: number; clause: string }[];
  conditions: { condition: string; voids: boolean; clause: string }[];
  violations: Violation[];
  categories?: Record<string, string[]>; // infractions by what sort of foul they are; packets of before have none
  quick: string[];                   // call types that want a button in the dock, in order
  unread: Record<string, string[]>;  // by call type: fields that no clause reads
}

export interface Violation { kind: string; clause: string; says: string; exceptions: string[]; teamless: boolean }

/** Whether some clause of the rulebook reads this field of such a call: if none does, nobody is asked for it. */
export const isRead = (game: OpenGame, type: string, field: string): boolean => !rulebookOf(game).screen.unread[type]?.includes(field);

export interface Player { id: string; number: string; name?: string; position?: string; role?: string }
export interface Staff { id: string; name?: string; role?: string }
export interface Team { name: string; players: Player[]; staff: Staff[] }
export interface Goalie { id: string; name?: string; level?: string }
export interface GameFile {
  game: { id: string; stage: string; timing?: string; division?: string; home: string; away: string };
  teams: Record<string, Team>;
  goalies: Goalie[];
  history?: {
    players?: Record<string, { suspended_games_left?: number; disqualified?: boolean }>;
    goalies?: Record<string, { penalties?: number; suspended_games_left?: number; disqualified?: boolean }>;
  };
}

export const sheetOf = (game: OpenGame): SheetView | null => game.sheet.value as unknown as SheetView | null;
export const callsOf = (game: OpenGame): CallView[] => game.calls.value as unknown as (LoggedCall & CallView)[];
export const rulebookOf = (game: OpenGame): RulebookView => game.packet.rulebook as unknown as RulebookView;
/** The infractions of this game's division; what a division says itself stands in place of the rest. */
export function infractionsOf(game: OpenGame): Infraction[] {
  const { division } = fileOf(game).game;
  const known = rulebookOf(game).infractions.filter((one) => !one.divisions || (division !== undefined && one.divisions.includes(division)));
  return known.filter((one) => one.divisions || !known.some((other) => other.divisions && other.infraction === one.infraction));
}
/** Classes of penalty that may be given. */
export const classesOf = (game: OpenGame): string[] => rulebookOf(game).classes;

/** What earlier games carry in, as this phone knows it. */
export const historyOf = (game: OpenGame): NonNullable<GameFile['history']> => game.history.value as unknown as NonNullable<GameFile['history']>;

export const fileOf = (game: OpenGame): GameFile => game.packet.game_file as unknown as GameFile;

/** The call that triggered a ruling: the last it rests on. */
export const triggerOf = (ruling: Ruling): string => ruling.because[ruling.because.length - 1] ?? '';

/** A ruling's identity: its code, its subject and the call that triggered it. */
export function identity(ruling: Ruling): string {
  const subject = [ruling.team, ruling.player, ruling.goalie, ruling.staff, ruling.scorer, ruling.shooter, ruling.what, ruling.reason, ruling.infraction, ruling.of];
  return [ruling.code, ...subject.map((part) => part ?? ''), triggerOf(ruling)].join('|');
}

/** Who has won the shoot-out: its ruling, with the team. */
export const shootoutWinner = (game: OpenGame): Ruling | undefined =>
  sheetOf(game)?.rulings.find((ruling) => ruling.code === 'shootout_won' && !ruling.overridden);

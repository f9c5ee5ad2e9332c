// Is this phone ready for the rink? Each thing that a game needs without a network is tried or looked up here, on this
// phone; what is amiss comes with what to do about it.
import { newId } from './call_id';
import { sheetOf } from './counted';
import { probe } from './database';
import type { GameRow, Packet } from './generated/calls';
import { listGames, refreshGames } from './games';
import { recordsOf } from './log';
import { keptPackets } from './packets';
import { keepStorage } from './persistence';
import { zoneOf } from './rink_time';
import { now_ms, skew_ms } from './server_time';
import { account } from './session';
import { count, poke } from './sync';
import { keepShell, shellKept } from './worker_client';
import type { KeptPacket } from './stores';

const HOUR_MS = 3_600_000;
const SIGNED_IN_FOR_MS = 72 * HOUR_MS; // a weekend away from any network
const JOINED_FOR_MS = 6 * HOUR_MS;     // a substitute's code is for one game, and their sign-in ends by itself soon after it
const PACKET_IS_OLD_MS = 24 * HOUR_MS;
const SKEW_TOLD_MS = 2 * 60_000;
const FREE_AT_LEAST_BYTES = 20 << 20;

/** `act`: not ready until something is done. `know`: ready, and good to know. */
export type State = 'good' | 'know' | 'act';
export type Remedy = 'keep' | 'engine' | 'storage' | 'fetch' | 'sign_in' | 'join' | 'send';

/** `says` is the words' key. */
export interface Line {
  of: 'app' | 'engine' | 'storage' | 'game' | 'earlier' | 'session' | 'clock' | 'unsent';
  state: State;
  says: string;
  slots?: Record<string, string | number>; // `at`: ms since 1970
  remedy?: Remedy;
}

export const REMEDIES: Record<Exclude<Remedy, 'sign_in' | 'join'>, () => Promise<unknown>> = {
  keep: keepShell,
  engine: () => Promise.resolve(),
  storage: keepStorage,
  fetch: () => refreshGames(account.value!),
  send: async () => poke(),
};

/** All lines, in the order in which a rink asks for them. Throws nothing: what cannot be found out is a line. */
export async function lookOver(today: (game: GameRow) => boolean): Promise<Line[]> {
  const identity = account.value!;
  const packets = await keptPackets(identity.account).catch((): KeptPacket[] => []);
  const games = listGames().value.filter((game) => today(game) && game.duty && ['scheduled', 'in_play'].includes(game.status));
  const lines = await Promise.all([
    looked('app', app), looked('engine', () => engine(packets)), looked('storage', storage),
    ...games.map((game) => looked('game', () => gameHere(identity.account, game, packets), { game: game.label })),
    looked('unsent', unsent), looked('session', () => session(packets)), looked('clock', clock), looked('clock', () => zones(games)),
  ]);
  return lines.flat();
}

/** Whether nothing is left to do, in a word. */
export const isReady = (lines: Line[]): boolean => lines.every(({ state }) => state !== 'act');

async function looked(of: Line['of'], look: () => Line | Line[] | Promise<Line | Line[]>, slots?: Line['slots']): Promise<Line[]> {
  try {
    return [await look()].flat();
  } catch {
    return [{ of, state: 'act', says: 'not_found_out', remedy: 'engine', ...(slots && { slots }) }];
  }
}

function app(): Line {
  return shellKept.value ? { of: 'app', state: 'good', says: 'app.kept' } : { of: 'app', state: 'act', says: 'app.not_kept', remedy: 'keep' };
}

/** A goal by the first player of the first packet, ruled on here and now. */
async function engine(packets: KeptPacket[]): Promise<Line> {
  const packet = packets[0]?.packet;
  if (!packet) return { of: 'engine', state: 'act', says: 'engine.no_game', remedy: 'fetch' };
  try {
    const sheet = await sheetOf(packet, { ...packet.game_file, history: { players: {}, goalies: {}, teams: {} } }, firstCalls(packet));
    if (sheet.score[packet.game_file.game.home] === undefined) throw new Error('a sheet without a score');
    return { of: 'engine', state: 'good', says: 'engine.answers' };
  } catch {
    return { of: 'engine', state: 'act', says: 'engine.silent', remedy: 'engine' };
  }
}

function firstCalls({ game_file: { game, teams } }: Packet): object[] {
  const scorer = teams[game.home]?.players[0]?.id;
  return [{ id: newId(), type: 'period_start', period: 1 }, ...(scorer ? [{ id: newId(), type: 'goal', period: 1, clock: '10:00', team: game.home, scorer }] : [])];
}

async function storage(): Promise<Line> {
  try {
    await probe();
  } catch {
    return { of: 'storage', state: 'act', says: 'storage.fails', remedy: 'storage' };
  }
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  const free = quota === undefined ? undefined : quota - (usage ?? 0);
  if (free !== undefined && free < FREE_AT_LEAST_BYTES) return { of: 'storage', state: 'act', says: 'storage.tight', slots: { free: megabytes(free) } };
  const promised = await navigator.storage?.persisted?.().catch(() => false);
  if (promised) return { of: 'storage', state: 'good', says: 'storage.kept' };
  return { of: 'storage', state: 'know', says: 'storage.not_promised', ...(promised === false && { remedy: 'storage' as const }) };
}

const megabytes = (bytes: number): number => Math.max(0, Math.floor(bytes / (1 << 20)));

async function gameHere(of: string, game: GameRow, packets: KeptPacket[]): Promise<Line[]> {
  const about = { game: game.label };
  const kept = packets.find((one) => one.game === game.id);
  if (!kept) return [{ of: 'game', state: 'act', says: 'game.not_here', slots: about, remedy: 'fetch' }];
  const asked_ms = kept.asked_ms ?? 0;
  const old = now_ms() - asked_ms > PACKET_IS_OLD_MS;
  const here: Line = { of: 'game', state: old ? 'act' : 'good', says: asked_ms ? 'game.here' : 'game.by_hand', slots: { ...about, at: asked_ms }, ...(old && { remedy: 'fetch' as const }) };
  return [here, ...(await earlier(of, kept.packet))];
}

/** What earlier games carry in: the server's word, or that game's log here. */
async function earlier(of: string, packet: Packet): Promise<Line[]> {
  const before = packet.earlier.filter(({ starts_at }) => Date.parse(starts_at) < now_ms());
  if (!before.length) return [];
  const unknown = [];
  for (const one of before) if (!one.carry && !(await recordsOf(of, one.game)).length) unknown.push(one.label);
  const label = packet.label;
  if (unknown.length) return [{ of: 'earlier', state: 'act', says: 'earlier.unknown', slots: { game: label, missing: unknown.join(', ') }, remedy: 'fetch' }];
  const known = before.map(({ known_at }) => Date.parse(known_at ?? '')).filter(Number.isFinite);
  return [{ of: 'earlier', state: 'good', says: known.length ? 'earlier.known' : 'earlier.here', slots: { game: label, at: Math.min(...known) } }];
}

async function unsent(): Promise<Line> {
  const n = await count();
  return n ? { of: 'unsent', state: 'act', says: n === 1 ? 'unsent.one' : 'unsent.other', slots: { n }, remedy: 'send' } : { of: 'unsent', state: 'good', says: 'unsent.none' };
}

function session(packets: KeptPacket[]): Line {
  const { account: id, token, expires_at } = account.value!;
  const until_ms = Date.parse(expires_at ?? '');
  const joined = packets.some(({ packet }) => packet.officials.some((official) => official.account === id && official.by_code));
  if (joined && (!token || until_ms - now_ms() < JOINED_FOR_MS)) return { of: 'session', state: 'act', says: 'session.code_ends', remedy: 'join' };
  if (!token) return { of: 'session', state: 'act', says: 'session.out', remedy: 'sign_in' };
  if (!joined && until_ms - now_ms() < SIGNED_IN_FOR_MS) return { of: 'session', state: 'act', says: 'session.ends', slots: { at: until_ms }, remedy: 'sign_in' };
  return { of: 'session', state: 'good', says: Number.isFinite(until_ms) ? 'session.until' : 'session.in', slots: { at: until_ms } };
}

function clock(): Line {
  const off_ms = skew_ms.value;
  if (Math.abs(off_ms) <= SKEW_TOLD_MS) return { of: 'clock', state: 'good', says: 'clock.right' };
  return { of: 'clock', state: 'act', says: off_ms > 0 ? 'clock.slow' : 'clock.fast', slots: { n: Math.round(Math.abs(off_ms) / 60_000) } };
}

/** A phone that keeps another zone's time than today's rink. */
function zones(games: GameRow[]): Line[] {
  const elsewhere = games.filter((game) => zoneOf(game));
  const rinks = [...new Set(elsewhere.map((game) => `${game.timezone.split('/').pop()!.replaceAll('_', ' ')} (${zoneOf(game)})`))];
  return rinks.map((rink) => ({ of: 'clock', state: 'know', says: 'zone', slots: { rink } }));
}

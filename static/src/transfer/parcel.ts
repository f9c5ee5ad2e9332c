// What goes from phone to phone without a network: a game's packet and log, packed with gzip. Anybody may have made it: it is
// read no further than it can be shown and counted, and what a call may say is the rules' to check, as with every call.
import { gzip, Inflate } from 'pako';
import type { Call, CallCode, GameRow, Packet } from '../generated/calls';
import { recordsOf } from '../log';
import { keptPacket } from '../packets';
import { now_ms } from '../server_time';
import type { Identity } from '../stores';
import { buildId } from '../worker_client';

const FORMAT = 1;
const MOST_BYTES = 8 * 1024 * 1024; // unpacked: the largest packet there is and a log of some thousand calls
const MOST_CALLS = 10_000;
const HLC = /^\d{13}-\d{4}$/;
const HELD: CallCode[] = ['late', 'not_an_official', 'assignment_ended', 'unknown_type', 'newer_version', 'unknown_target'];

/** A call, and why the server holds it, where it does. */
export interface Carried {
  call: Call;
  held?: CallCode;
}

export interface Parcel {
  rinkside: number; // the format's version
  app: string;
  made_at: string;
  from: string;     // the official's name
  packet: Packet;
  calls: Carried[];
}

/** What was given is no parcel, or one of a newer app: `why` is a message's key. */
export class NoParcel extends Error {
  constructor(readonly why: 'not_ours' | 'damaged' | 'newer') {
    super(why);
  }
}

/** A game as this phone holds it. Refused calls stay: no other phone has to do with them. Throws where its packet is not here. */
export async function parcelOf(identity: Identity, game: string): Promise<Parcel> {
  const packet = await keptPacket(identity.account, game);
  if (!packet) throw new Error(`no packet of ${game}`);
  const records = (await recordsOf(identity.account, game)).filter(({ result }) => result !== 'refused');
  const calls = records.map(({ call, result, code }): Carried => ({ call, ...(result === 'held' && code && { held: code }) }));
  return { rinkside: FORMAT, app: buildId(), made_at: new Date(now_ms()).toISOString(), from: identity.name, packet, calls };
}

export const packed = (parcel: Parcel): Uint8Array => gzip(JSON.stringify(parcel), { level: 9 });

/** Read what another phone packed. Throws NoParcel. */
export function unpacked(bytes: Uint8Array): Parcel {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw new NoParcel('not_ours');
  const parcel = parsed(inflated(bytes));
  if (!isRecord(parcel) || typeof parcel['rinkside'] !== 'number') throw new NoParcel('not_ours');
  if (parcel['rinkside'] > FORMAT) throw new NoParcel('newer');
  if (!isParcel(parcel)) throw new NoParcel('damaged');
  return parcel;
}

/** The list's row of a game that came by hand, from its packet. */
export function rowOf({ game_file: { game, teams }, ...packet }: Packet): GameRow {
  const side = (key: string) => ({ key, name: teams[key]?.name ?? key, colour: '' });
  return {
    id: game.id, label: packet.label, competition: '', stage: game.stage, home: side(game.home), away: side(game.away),
    starts_at: packet.starts_at, starts_local: packet.starts_local, timezone: packet.timezone, rink: packet.rink,
    status: 'in_play', duty: null, head: false, score: null,
  };
}

/** Piece by piece, and no further than a parcel can be: a small file may unpack to anything. */
function inflated(bytes: Uint8Array): Uint8Array {
  const inflate = new Inflate();
  const pieces: Uint8Array[] = [];
  let size = 0;
  inflate.onData = (piece) => {
    size += (piece as Uint8Array).length;
    if (size > MOST_BYTES) throw new NoParcel('damaged');
    pieces.push(piece as Uint8Array);
  };
  let whole = false;
  inflate.onEnd = (status) => { whole = status === 0; };
  inflate.push(bytes, true);
  if (!whole) throw new NoParcel('damaged');
  const all = new Uint8Array(size);
  pieces.reduce((at, piece) => { all.set(piece, at); return at + piece.length; }, 0);
  return all;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new NoParcel('not_ours');
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200;

function isParcel(parcel: Record<string, unknown>): parcel is Record<string, unknown> & Parcel {
  const { packet, calls, from } = parcel;
  if (!isRecord(packet) || !isText(from) || !Array.isArray(calls) || calls.length > MOST_CALLS || !isPacket(packet)) return false;
  const game = packet.game_file.game.id;
  return calls.every((one) => isOf(game, one));
}

/** All that is read of a packet before the rules are asked, which check the rest. */
function isPacket(packet: Record<string, unknown>): packet is Record<string, unknown> & Packet {
  const { game_file: file, rulebook, words, earlier, officials, starts_at, timezone, made_from } = packet;
  const texts = ['label', 'starts_local', 'rink', 'digest'].every((field) => isText(packet[field]));
  if (!texts || !isRecord(file) || !isRecord(rulebook) || !isRecord(words) || !isRecord(made_from) || !isZone(timezone) || !isMoment(starts_at)) return false;
  const { game, teams } = file;
  if (!isRecord(game) || !isRecord(teams) || !isText(game['id']) || !isText(game['stage'])) return false;
  const sides = [game['home'], game['away']].every((key) => isText(key) && isTeam(teams[key]));
  const before = (one: unknown) => isRecord(one) && isText(one['game']) && one['game'] !== game['id'] && isMoment(one['starts_at']);
  const named = (one: unknown) => isRecord(one) && isText(one['account']) && isText(one['name']);
  return sides && Array.isArray(earlier) && earlier.every(before) && Array.isArray(officials) && officials.every(named);
}

const isTeam = (team: unknown) => isRecord(team) && isText(team['name']) && Array.isArray(team['players']) && team['players'].every((one) => isRecord(one) && isText(one['id']));
const isMoment = (value: unknown) => isText(value) && !Number.isNaN(Date.parse(value));

function isZone(value: unknown): boolean {
  if (!isText(value)) return false;
  try {
    return !!new Intl.DateTimeFormat('en', { timeZone: value });
  } catch {
    return false;
  }
}

function isOf(game: string, carried: unknown): boolean {
  const call = isRecord(carried) ? carried['call'] : undefined;
  if (!isRecord(call) || call['game'] !== game || !Number.isInteger(call['n']) || (call['n'] as number) < 1) return false;
  const { held } = carried as { held?: unknown };
  if (held !== undefined && !HELD.includes(held as CallCode)) return false;
  return ['id', 'type', 'device', 'made_by'].every((field) => isText(call[field])) && HLC.test(String(call['hlc']));
}

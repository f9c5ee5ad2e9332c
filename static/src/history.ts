// What earlier games carry into this one. Where this phone's log of an earlier game knows more than the packet does, that
// game is ruled on here, with its own earlier games first; and what the tallies then rest on is told.
import { counted } from './counted';
import { recordsOf } from './log';
import { keptPacket } from './packets';
import { rules } from './rules';
import type { Carry, EarlierGame, History, Packet } from './generated/calls';
import type { CallRecord } from './stores';

export interface HistoryNote {
  game: string;
  label: string;
  source: 'server' | 'phone';
  unsent: number; // of that game's calls on this phone, those that the server has not answered for
}

export interface Basis {
  history: History;
  notes: HistoryNote[]; // of the games that something is known of
}

interface Known {
  carry: Carry | null;
  note: HistoryNote;
}

/** The history of a packet's game as this phone knows it. Throws RulesFailed. */
export async function basisOf(account: string, packet: Packet): Promise<Basis> {
  return basis(account, packet, new Map([[packet.game_file.game.id, null]]));
}

/**
 * A packet's carries are told for its own game: of its people, as directors had decided when it began. `here`: what this phone
 * itself makes of games, null for one that is being asked about. Whatever a packet says, no game waits for itself or for one that starts later.
 */
async function basis(account: string, packet: Packet, here: Map<string, Known | null>): Promise<Basis> {
  const games = packet.earlier.filter(({ starts_at }) => Date.parse(starts_at) <= Date.parse(packet.starts_at)).sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
  const all: Known[] = [];
  for (const game of games) if (here.get(game.game) !== null) all.push(await carryOf(account, game, here));
  const told = all.filter(({ carry }) => carry !== null);
  const notes = told.map(({ note }) => note);
  if (notes.every(({ source }) => source === 'server')) return { history: packet.game_file.history, notes };
  return { history: await rules.ask<History>({ do: 'history', carries: told.map(({ carry }) => carry) }), notes };
}

async function carryOf(account: string, earlier: EarlierGame, here: Map<string, Known | null>): Promise<Known> {
  const { game, label } = earlier;
  const records = await recordsOf(account, game);
  const unsent = records.filter(({ outbox }) => outbox).length;
  const packet = knowsMore(records, earlier) ? await keptPacket(account, game) : undefined;
  if (!packet) return { carry: earlier.carry, note: { game, label, source: 'server', unsent: 0 } };
  const before = here.get(game);
  if (before) return before;
  here.set(game, null);
  const { history } = await basis(account, packet, here);
  const { sheet } = await counted(packet, history, records, false);
  const made: Known = { carry: sheet.carry, note: { game, label, source: 'phone', unsent } };
  here.set(game, made);
  return made;
}

/** Calls that the server did not have when it told the carry. */
const knowsMore = (records: CallRecord[], { upto }: EarlierGame) =>
  records.some(({ outbox, by_hand, seq, result }) => result !== 'refused' && (outbox !== undefined || by_hand !== undefined || (seq ?? 0) > upto));

// What the rules make of everything that a log holds: which calls count and why the others wait (webapp/rules/counting.py,
// as on the server), and the sheet.
import { inOrder } from './order';
import { rules } from './rules';
import type { Call, CallCode, History, Packet, Sheet } from './generated/calls';
import type { CallRecord } from './stores';

export interface Counted {
  calls: Call[];                          // that count, in canonical order
  waiting: ReadonlyMap<string, CallCode>; // by id of a call that does not count: why
  undecided: string[];                    // ids of those that wait for the word of a head referee or director
  sheet: Sheet;
}

interface Ruled {
  sheet: Sheet;
  waiting: Record<string, CallCode>;
  undecided: string[];
  counting: string[];
}

const HELD_BY_ITSELF: (CallCode | undefined)[] = ['not_an_official', 'assignment_ended', 'unknown_type', 'newer_version'];
const DECISIONS = ['admit', 'reject'];

type Game = Omit<Packet['game_file'], 'calls'> & { history: History };

/** The sheet of a log, and what it counts. `decides`: the official here is head referee or director. Throws RulesFailed, Superseded. */
export async function counted(packet: Packet, history: History, records: CallRecord[], decides: boolean, latest?: string): Promise<Counted> {
  const kept = records.filter(({ result }) => result !== 'refused').sort((a, b) => inOrder(a.call, b.call));
  const held: Record<string, CallCode> = {};
  for (const { id, call, code, outbox } of kept) {
    if (HELD_BY_ITSELF.includes(code)) held[id] = code!; // whatever was decided since: the decision is in the log, too
    if (outbox && !decides && DECISIONS.includes(call.type)) held[id] = 'not_an_official';
  }
  const all = kept.map(({ call }) => call);
  const { rulebook, words, made_from } = packet;
  const game: Game = { ...packet.game_file, history };
  const ruled = await rules.ask<Ruled>({ do: 'rule_on_log', calls: all, held, game, rulebook, words, made_from }, latest);
  const counting = new Set(ruled.counting);
  return { calls: all.filter(({ id }) => counting.has(id)), waiting: new Map(Object.entries(ruled.waiting)), undecided: ruled.undecided, sheet: ruled.sheet };
}

/** The sheet of these calls as they stand. */
export function sheetOf(packet: Packet, game: Game, calls: object[], latest?: string): Promise<Sheet> {
  const { rulebook, words, made_from } = packet;
  return rules.ask<Sheet>({ do: 'adjudicate', game: { ...game, calls }, rulebook, words, made_from }, latest);
}

// Eight letters and figures that stand for all that counts in a game: two who read the same ones hold the same sheet.
import { SHAPES, type CallType } from '../generated/calls';
import type { CallView } from './reading';

/** About the log, the clock or the people around it: no game is another for them. */
const BESIDE = ['acknowledge', 'admit', 'clock', 'done', 'left_ice', 'note', 'protest', 'reject', 'report', 'sign_off', 'same_event', 'void', 'amend'];
/** Without those that are taken for others. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/** "7K3Q-9MPX". `calls`: those that count, as amended, in the log's order. */
export function digestOf(calls: CallView[]): string {
  let hash = OFFSET;
  for (const unit of calls.filter(({ type }) => !BESIDE.includes(type)).map(told).join('\n')) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(unit.codePointAt(0)!)) * PRIME); // FNV-1a
  }
  const letters = Array.from({ length: 8 }, (_, place) => LETTERS[Number((hash >> BigInt(59 - 5 * place)) & 31n)]!).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** What was said in a call, in the table's order, whatever this phone knows beside it. */
const told = (call: CallView): string =>
  JSON.stringify([call.id, call.type, call.period, call.clock, ...Object.keys(SHAPES[call.type as CallType] ?? {}).map((field) => call[field] ?? null)]);

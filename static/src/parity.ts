// Whether this phone holds what the server says that a game's log holds, by a count and a sum over ids and numbers.
import { recordsOf } from './log';
import type { PullAnswer } from './generated/calls';

/** What is here with a `seq` up to the answer's cursor is what the server has up to there. */
export async function sameLog(account: string, game: string, { cursor, log }: PullAnswer): Promise<boolean> {
  const here = (await recordsOf(account, game)).filter(({ seq }) => seq !== undefined && seq <= cursor);
  const sum = here.reduce((sum, { call }) => (sum + crc32(`${call.id} ${call.device} ${call.n}`)) >>> 0, 0);
  return here.length === log.calls && sum === log.sum;
}

/** CRC-32 of ASCII text, as zlib has it. */
function crc32(text: string): number {
  let crc = ~0;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

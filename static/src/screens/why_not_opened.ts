// What kept a game from opening.
import { NoPacket } from '../game';
import { practising } from '../practice';
import { Offline, Refused } from '../request';
import { catalogued } from '../words/t';
import words from '../words/not_opened.en.json';

export const notOpened = catalogued(words, 'not_opened');

export type Why = 'no_network' | 'server' | 'not_yours' | 'signed_out' | 'storage' | 'not_begun';

/** `error`: what openGame threw. All that is neither the server's answer nor its silence is the phone's own storage. */
export function whyNotOpened(error: unknown): Why {
  const cause = error instanceof NoPacket ? error.cause ?? error : error;
  if (cause instanceof Refused) return cause.status === 401 ? 'signed_out' : [403, 404].includes(cause.status) ? 'not_yours' : 'server';
  if (!(cause instanceof Offline || cause instanceof NoPacket)) return 'storage';
  return practising ? 'not_begun' : 'no_network';
}

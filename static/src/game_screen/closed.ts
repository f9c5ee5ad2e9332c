// Whether the log is closed: a sign-off closes it, and nothing else. A game that was abandoned is signed off, too, and is abandoned
// all the same.
import type { OpenGame } from '../game';
import { callsOf } from './reading';
import { counting, isAccepted } from './standing';

export const isClosed = (game: OpenGame): boolean => counting(callsOf(game)).some((call) => call.type === 'sign_off' && isAccepted(call));

// Why a call does not count, and what to do about it: in the app's own words, which are there before the server has answered
// and after a reload.
import type { OpenGame } from '../game';
import { t, word } from '../words/t';
import { callsOf, type CallView } from './reading';
import { standing } from './standing';

export const isAccepted = ({ result }: CallView): boolean => result !== 'held' && result !== 'refused';

/** Calls that do not count and may yet: somebody has to look at them. */
export const heldOf = (game: OpenGame): CallView[] =>
  standing(callsOf(game)).filter(({ call, voidedBy }) => call.result === 'held' && !voidedBy && call.type !== 'void').map(({ call }) => call);

export const heldWords = ({ code, says }: CallView): string =>
  t('log.held', { why: word(`held.${code ?? ''}`, says ?? t('held.waits')) });

/** What to do about a call that is not accepted. One that waits for a word and has had it was rejected. */
export function whatToDo(game: OpenGame, { id, result, code }: CallView): string {
  if (result === 'refused') return t('do.refused');
  if (game.undecided.value.includes(id)) return t(game.decides ? 'do.decide' : 'do.wait');
  if (code === 'unknown_target') return t('do.unknown_target');
  return t(code === 'unknown_type' || code === 'newer_version' ? 'do.director' : 'do.rejected');
}

// Why a call does not count, and what to do about it: in the app's own words, which are there before the server has answered
// and after a reload.
import type { OpenGame } from '../game';
import { t, word } from '../words/t';
import { callsOf, type CallView } from './reading';
import { isAccepted, standing } from './standing';

/** Calls that do not count, corrections that do not hold among them; not what was taken back while it waited, nor what took that back. */
export function notAccepted(game: OpenGame): CallView[] {
  const all = standing(callsOf(game));
  const holding = new Set(all.map(({ voidedBy }) => voidedBy));
  return all.filter(({ call, voidedBy }) => !isAccepted(call) && !voidedBy && !holding.has(call.id)).map(({ call }) => call);
}

/** Those of them that may count yet: somebody has to look at them. */
export const heldOf = (game: OpenGame): CallView[] => notAccepted(game).filter(({ result }) => result === 'held');

export const heldWords = ({ code, says }: CallView): string =>
  t('log.held', { why: word(`held.${code ?? ''}`, says ?? t('held.waits')) });

export const refusedWords = ({ code, says }: CallView): string =>
  t('log.refused', { why: word(`refused.${code ?? ''}`, says ?? '') });

/** What to do about a call that is not accepted. One that waits for a word and has had it was rejected. */
export function whatToDo(game: OpenGame, { id, type, result, code }: CallView): string {
  if (result === 'refused') return word(`do.refused.${code ?? ''}`, t('do.refused'));
  if (game.undecided.value.includes(id)) return t(game.decides ? 'do.decide' : 'do.wait');
  if (type === 'admit' || type === 'reject') return t('do.not_yours');
  if (code === 'unknown_target') return t('do.unknown_target');
  return t(code === 'unknown_type' || code === 'newer_version' ? 'do.director' : 'do.rejected');
}

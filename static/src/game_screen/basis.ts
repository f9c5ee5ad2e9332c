// What tallies over several games rest on, where that is more than the server knows.
import type { OpenGame } from '../game';
import { t, tn } from '../words/t';

/** "Counts include game 14, from this phone (3 calls not sent)"; '' when all comes from the server. */
export function basisWords(game: OpenGame): string {
  const own = game.basis.value.filter((note) => note.source === 'phone');
  if (!own.length) return '';
  return own.map((note) => (note.unsent ? t('basis.unsent', { game: note.label, unsent: tn('unsent', note.unsent) }) : t('basis.phone', { game: note.label }))).join(' ');
}

// What a director made of a ruling that waits for one.
import type { OpenGame } from '../game';
import { t } from '../words/t';
import { triggerOf, type Ruling } from './reading';

/** "director confirms", "confirmed by the director", "rejected by the director: …"; '' where no director is asked. */
export function decisionWords(game: OpenGame, ruling: Ruling): string {
  if (!ruling.confirm) return '';
  const view = ruling as unknown as Record<string, unknown>;
  const decided = game.decisions.value.find(({ code, call, concerns }) =>
    code === ruling.code && call === triggerOf(ruling) && Object.entries(concerns).every(([who, id]) => view[who] === id));
  if (!decided) return t('flag.director');
  if (decided.confirmed) return t('decided.confirmed');
  return t('decided.rejected', { reason: decided.reason });
}

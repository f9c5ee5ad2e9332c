// What is wrong with the game clock: another phone has taken it unheard, or nobody knows how long this phone was away.
import { openSheet } from '../screens/route';
import { account } from '../session';
import { catalogued } from '../words/t';
import words from '../words/clock_notices.en.json';
import { keepingOf } from './keeping';
import { useNow } from './moment';
import { useGame } from './open';

const { t, tn } = catalogued(words, 'clock_notices');

export function ClockNotices() {
  const game = useGame();
  const { state, doubt_ms } = game.clock;
  const { mine, name } = keepingOf(game, useNow());
  const overruled = mine ? 0 : state.value.overruled.get(account.value?.device ?? '') ?? 0;
  return (
    <>
      {overruled > 0 && (
        <div class="notice notice--act" role="alert"><p><strong>{t('taken', { name })}</strong> {tn('overruled', overruled)}</p>
          <button type="button" class="button" onClick={() => void game.clock.take().catch(() => undefined)}>{t('take')}</button></div>
      )}
      {doubt_ms.value > 0 && (
        <div class="notice notice--act" role="alert"><p>{tn('doubt', Math.round(doubt_ms.value / 60_000))} {t('doubt_what_now')}</p>
          <button type="button" class="button" onClick={() => openSheet('clock')}>{t('right')}</button></div>
      )}
      {game.olderRules.value && <p class="notice notice--wait" role="status">{t('older_rules')}</p>}
      {game.notRuledOn.value && <p class="notice notice--act" role="status">{t('not_ruled_on')}</p>}
    </>
  );
}

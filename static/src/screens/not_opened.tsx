// Why a game does not open, and what to do about it: one that is not here needs a network, one that is here and cannot be read needs none.
import { useEffect } from 'preact/hooks';
import { storage } from '../database';
import { practising } from '../practice';
import { t } from '../words/t';
import { go } from './route';
import { signInAgain } from './sign_in_again';
import { Frame } from './sign_in';
import { notOpened, type Why } from './why_not_opened';

export function NotOpened({ why, again }: { why: Why; again(): void }) {
  const state = storage.value;
  useEffect(() => { document.title = t('title.game', { label: notOpened.t(why) }); }, [why]);
  useEffect(() => { if (why === 'storage' && state === 'ready') again(); }, [state]);
  useEffect(() => {
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  const elsewhere = why === 'storage' && (state === 'replaced' || state === 'blocked');
  return (
    <Frame>
      <div class="empty" role="alert">
        <h1 class="empty__title">{notOpened.t(why)}</h1>
        <p>{elsewhere ? t(`storage.${state}`) : notOpened.t(`${why}.what_now`)}</p>
        <div class="buttons">
          {why === 'signed_out' ? <button type="button" class="button button--main" onClick={signInAgain}>{t('sign_in.again')}</button>
            : elsewhere ? <button type="button" class="button button--main" onClick={() => location.reload()}>{t('reload')}</button>
              : !practising && <button type="button" class="button button--main" onClick={again}>{t('try_again')}</button>}
          <button type="button" class="button" onClick={() => go({ screen: 'games' })}>{t('games.title')}</button>
        </div>
      </div>
    </Frame>
  );
}

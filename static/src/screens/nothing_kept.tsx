// This phone can keep nothing: a private window, a full disk, storage that is switched off or does not answer, or a tab that
// holds it. Nothing may be logged on it. Once it keeps again, the app goes on by itself.
import { storage } from '../database';
import { t } from '../words/t';

export function NothingKept() {
  const state = storage.value;
  return (
    <main class="page-main page-main--narrow">
      <div class="empty" role="alert">
        <h1 class="empty__title">{t('storage.failed')}</h1>
        <p>{t(state === 'blocked' || state === 'replaced' ? `storage.${state}` : 'storage.failed_what_now')}</p>
        <button type="button" class="button button--main" onClick={() => location.reload()}>{t('try_again')}</button>
      </div>
    </main>
  );
}

// What stands in the way of the phone itself: rules that do not answer, storage that another tab holds, a sign-in that ran out.
import { storage } from '../database';
import { signInAgain } from '../screens/sign_in_again';
import { signedOut } from '../session';
import { skew_ms } from '../server_time';
import { t, tn } from '../words/t';
import { Before } from './before';
import { ClockNotices } from './clock_notices';
import { Curfew } from './curfew';
import { LetItRun } from './let_it_run';
import { NotSavedBar } from './not_saved_bar';
import { useGame } from './open';

const TOLD_SKEW_MS = 120_000;

export function Notices() {
  const game = useGame();
  return (
    <>
      <NotSavedBar />
      <ClockNotices />
      {game.ruling.value === 'failed' && (
        <div class="notice notice--act" role="alert"><p><strong>{t('ruling.failed')}</strong> {t('WebAssembly' in window ? 'ruling.failed_what_now' : 'ruling.no_wasm')}</p>
          <button type="button" class="button" onClick={() => location.reload()}>{t('reload')}</button></div>
      )}
      {storage.value === 'failed' && <div class="notice notice--out" role="alert"><p><strong>{t('storage.failed')}.</strong> {t('not_saved.what_now')}</p></div>}
      {(storage.value === 'replaced' || storage.value === 'blocked') && (
        <div class="notice notice--act" role="alert"><p>{t(`storage.${storage.value}`)}</p>
          <button type="button" class="button" onClick={() => location.reload()}>{t('reload')}</button></div>
      )}
      {Math.abs(skew_ms.value) > TOLD_SKEW_MS && <p class="notice notice--wait" role="status">{tn(skew_ms.value > 0 ? 'skew.slow' : 'skew.fast', Math.round(Math.abs(skew_ms.value) / 60_000))}</p>}
      {signedOut.value && (
        <div class="notice notice--wait"><p>{t('signed_out.notice')}</p>
          <button type="button" class="button" onClick={signInAgain}>{t('sign_in.again')}</button></div>
      )}
      <Curfew />
      <LetItRun />
      {game.clock.state.value.period === null && <Before />}
    </>
  );
}

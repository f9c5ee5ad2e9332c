// Notices on this phone: whether they come, how to have them, a test, and the way to the inbox, which has them all.
import { useEffect, useState } from 'preact/hooks';
import { byToken } from '../notices/by_token';
import { here, NotOn, takeBack, turnOn, type Here } from '../notices/device';
import { Refused } from '../notices/told_server';
import { subscription } from '../notices/whose';
import { account } from '../session';
import { catalogued } from '../words/t';
import words from '../words/notices.en.json';
import { Frame } from './sign_in';

const { t } = catalogued(words, 'notices');
type Outcome = NotOn['why'] | 'waiting' | 'test_sent' | 'too_soon' | 'not_subscribed' | '';

export function NoticesScreen() {
  const [state, setState] = useState<Here | null>(null);
  const [outcome, setOutcome] = useState<Outcome>('');
  const who = account.value?.account ?? '';
  const look = () => here(who).then(setState, () => setState('unsupported'));
  useEffect(() => { document.title = t('document'); void look(); }, []);
  const act = (does: () => Promise<Outcome>) => {
    setOutcome('waiting');
    void does().catch(why).then((came) => look().then(() => setOutcome(came)));
  };
  const busy = outcome === 'waiting' || !account.value?.token;
  return (
    <Frame>
      <h1>{t('title')}</h1>
      {state && <p><strong>{t(`state.${state}`)}</strong></p>}
      {state && (state === 'ask' || state === 'denied' || state === 'install') && <p>{t(`how.${state}`)}</p>}
      <p role="status" class="quiet">{account.value?.token ? outcome && t(`came.${outcome}`) : t('signed_out')}</p>
      <div class="buttons">
        {(state === 'ask' || state === 'off') && <button type="button" class="button button--main" disabled={busy} onClick={() => act(() => turnOn(who, byToken).then(() => ''))}>{t('turn_on')}</button>}
        {state === 'on' && <button type="button" class="button button--main" disabled={busy} onClick={() => act(test)}>{t('test')}</button>}
        {state === 'on' && <button type="button" class="button" disabled={busy} onClick={() => act(() => takeBack(who, byToken).then(() => ''))}>{t('turn_off')}</button>}
      </div>
      <p>{t('which')}</p>
      <div class="buttons">
        <a class="button" href="/inbox/">{t('inbox')}</a>
        <button type="button" class="button" onClick={() => history.back()}>{t('back')}</button>
      </div>
    </Frame>
  );
}

async function test(): Promise<Outcome> {
  await byToken('/notices/push/test', 'POST', { endpoint: (await subscription())!.endpoint });
  return 'test_sent';
}

function why(error: unknown): Outcome {
  if (error instanceof NotOn) return error.why;
  if (error instanceof Refused && error.status === 429) return 'too_soon';
  return error instanceof Refused && error.status === 409 ? 'not_subscribed' : 'not_told';
}

// The sign-in page leads here with a code that works once. It does not say whose it is, and anybody may have sent the
// link: where somebody is signed in on this phone, nothing is done before they have said so.
import { useEffect, useState } from 'preact/hooks';
import { lostCalls } from '../lost_log';
import { account, signInWithCode } from '../session';
import { catalogued } from '../words/t';
import words from '../words/welcome.en.json';
import { go, replace } from './route';
import { Frame, wordsFor } from './sign_in';

const { t } = catalogued(words, 'welcome');

export function WelcomeScreen({ code }: { code: string }) {
  const [fault, setFault] = useState('');
  const [before] = useState(account.value);
  const [sure, setSure] = useState(!before);
  useEffect(() => {
    document.title = t('document');
    if (!sure) return;
    signInWithCode(code).then(() => replace({ screen: lostCalls.value.length ? 'lost' : 'games' }), (error: unknown) => setFault(wordsFor(error)));
  }, [code, sure]);
  if (before && !sure) {
    return (
      <Frame>
        <h1>{t('sure')}</h1>
        <p>{t('here', { name: before.name })}</p>
        <button type="button" class="button button--main button--wide" onClick={() => replace({ screen: 'games' })}>{t('stay', { name: before.name })}</button>
        <button type="button" class="button button--wide" onClick={() => setSure(true)}>{t('go_on')}</button>
      </Frame>
    );
  }
  return (
    <Frame>
      <h1>{t('title')}</h1>
      {!fault && <p role="status">{t('busy')}</p>}
      {fault && <><p class="notice notice--out" role="alert">{fault}</p><button type="button" class="button button--main button--wide" onClick={() => go({ screen: 'sign-in' })}>{t('sign_in')}</button></>}
    </Frame>
  );
}

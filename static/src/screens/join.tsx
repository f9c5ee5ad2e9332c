// A substitute at the rink joins one game: by the code that an official of it has made, and a name.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Offline, Refused } from '../request';
import { account, isSubstitute, joinByCode } from '../session';
import { catalogued } from '../words/t';
import en from '../words/join.en.json';
import { go, replace } from './route';
import { Frame } from './sign_in';

const { t } = catalogued(en, 'join');

export function JoinScreen({ code: given }: { code: string }) {
  const [code, setCode] = useState(given);
  const [name, setName] = useState(account.value && isSubstitute(account.value) ? account.value.name : '');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const alert = useRef<HTMLParagraphElement>(null);
  useEffect(() => { document.title = t('document'); }, []);
  useEffect(() => { if (fault) alert.current?.focus(); }, [fault]);
  const submit = (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFault('');
    joinByCode(code, name.trim()).then(() => replace({ screen: 'games' }), (error: unknown) => { setBusy(false); setFault(wordsFor(error)); });
  };
  return (
    <Frame>
      <h1>{t('title')}</h1>
      <p class="quiet">{t('how')}</p>
      {account.value && <p class="notice notice--wait">{t('instead', { name: account.value.name })}</p>}
      {fault && <p class="notice notice--out" role="alert" tabIndex={-1} ref={alert}>{fault}</p>}
      <form class="card" onSubmit={submit}>
        <div class="field"><label for="code">{t('code')}</label>
          <input id="code" class="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck={false} maxLength={12} required value={code} onInput={(event) => setCode(event.currentTarget.value)} /></div>
        <div class="field"><label for="official">{t('name')}</label>
          <input id="official" autocomplete="name" maxLength={60} required value={name} onInput={(event) => setName(event.currentTarget.value)} /></div>
        <button type="submit" class="button button--main button--wide button--tall" disabled={busy || !name.trim()}>{t(busy ? 'busy' : 'join')}</button>
      </form>
      <button type="button" class="button button--quiet button--wide" onClick={() => go({ screen: 'sign-in' })}>{t('sign_in')}</button>
    </Frame>
  );
}

function wordsFor(error: unknown): string {
  if (error instanceof Offline) return t('offline');
  if (error instanceof Refused && error.status === 429) return t('too_many');
  if (error instanceof Refused && error.status === 400) return t('name_taken');
  return t(error instanceof Refused && error.status === 401 ? 'wrong' : 'failed');
}

// Signing in, by name and password.
import { useEffect, useRef, useState } from 'preact/hooks';
import { clearedWith, lostCalls, putBack } from '../lost_log';
import { account, signedOut, signIn } from '../session';
import { t, tn } from '../words/t';
import { status } from '../sync';
import { Offline, Refused } from '../request';
import { useHeading } from './heading';
import { OthersWait } from './others_wait';
import { PracticeLink } from './practice_mark';
import { go, replace } from './route';

export function SignInScreen() {
  const [username, setUsername] = useState(account.value?.username ?? '');
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);
  useEffect(() => { document.title = t('title.sign_in'); }, []);
  useEffect(() => { if (fault) alert.current?.focus(); }, [fault]);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFault('');
    try {
      await signIn(username.trim(), password);
      replace({ screen: lostCalls.value.length ? 'lost' : 'games' });
    } catch (error) {
      setFault(wordsFor(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Frame>
      <h1>{t('sign_in.title')}</h1>
      <p class="quiet">{t('sign_in.once')}</p>
      {signedOut.value && status.value.unsent > 0 && <p class="notice notice--wait">{tn('sign_in.unsent', status.value.unsent)}</p>}
      {!account.value && matchMedia('(display-mode: standalone)').matches && <p class="notice notice--wait">{t('sign_in.installed')}</p>}
      {putBack.value > 0 && !account.value && <p class="notice notice--act" role="alert">{tn('lost.back', putBack.value)}</p>}
      {clearedWith.value !== null && <p class="notice notice--out" role="alert">{clearedWith.value ? tn('lost', clearedWith.value) : t('lost.none')}</p>}
      {fault && <p class="notice notice--out" role="alert" tabIndex={-1} ref={alert}>{fault}</p>}
      <form class="card" onSubmit={(event) => void submit(event)}>
        <div class="field"><label for="username">{t('sign_in.username')}</label>
          <input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck={false} required value={username} onInput={(event) => setUsername(event.currentTarget.value)} /></div>
        <div class="field"><label for="password">{t('sign_in.password')}</label>
          <input ref={field} id="password" name="password" type="password" autocomplete="current-password" required value={password} onInput={(event) => setPassword(event.currentTarget.value)} /></div>
        <button type="submit" class="button button--main button--wide button--tall" disabled={busy}>{t(busy ? 'sign_in.busy' : 'sign_in.title')}</button>
      </form>
      {(!account.value || signedOut.value) && <OthersWait signIn={(known) => { setUsername(known); field.current?.focus(); }} />}
      <button type="button" class="button button--quiet button--wide" onClick={() => go({ screen: 'join' })}>{t('sign_in.join')}</button>
      <PracticeLink />
      {account.value && <button type="button" class="button button--quiet button--wide" onClick={() => go({ screen: 'games' })}>{t('sign_in.go_on')}</button>}
    </Frame>
  );
}

export function Frame({ children }: { children: preact.ComponentChildren }) {
  return (
    <div class="page">
      <header class="page-head"><span class="page-head__home"><span class="mark" aria-hidden="true" />{t('product')}</span></header>
      <main class="page-main page-main--narrow stack" ref={useHeading()}>{children}</main>
    </div>
  );
}

export function wordsFor(error: unknown): string {
  if (error instanceof Offline) return t(account.value ? 'sign_in.offline' : 'sign_in.offline_first');
  if (error instanceof Refused && error.status === 429) return t('sign_in.too_many');
  if (error instanceof Refused && error.status < 500) return t('sign_in.refused');
  return t('sign_in.failed');
}

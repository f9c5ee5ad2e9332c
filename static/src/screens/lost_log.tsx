// Calls that never reached the server: from this phone, whose log the browser has cleared, or perhaps from another.
import { useEffect } from 'preact/hooks';
import { lossSeenTo, lostCalls, type Lost } from '../lost_log';
import { catalogued } from '../words/t';
import words from '../words/lost_log.en.json';
import { go, replace } from './route';
import { Frame } from './sign_in';

const { t, tn } = catalogued(words, 'lost_log');

export function LostLogScreen() {
  const lost = lostCalls.value;
  useEffect(() => { document.title = t('document'); }, []);
  useEffect(() => { if (!lost.length) replace({ screen: 'games' }); }, [lost.length]);
  return (
    <Frame>
      <Part title={t('here')} why={t('here_why')} tone="notice--out" lost={lost.filter(({ here }) => here)} />
      <Part title={t('perhaps')} why={t('perhaps_why')} tone="notice--act" lost={lost.filter(({ here }) => !here)} />
      <p>{t('what_now')}</p>
      <button type="button" class="button button--main button--wide" onClick={() => go({ screen: 'games' })}>{t('games')}</button>
      <button type="button" class="button button--wide" onClick={() => void lossSeenTo()}>{t('done')}</button>
    </Frame>
  );
}

function Part({ title, why, tone, lost }: { title: string; why: string; tone: string; lost: Lost[] }) {
  if (!lost.length) return null;
  return (
    <section class="stack">
      <h1>{title}</h1>
      <div class={`notice ${tone}`} role="alert">
        <p>{why}</p>
        <ul>{lost.map((one) => <li key={`${one.device} ${one.game}`}><strong>{tn('line', one.calls, { game: one.label })}</strong> <span class="quiet">{t('by', { phone: one.phone, at: moment(one.heard_at) })}</span></li>)}</ul>
      </div>
    </section>
  );
}

const moment = (utc: string): string => new Date(utc).toLocaleString(undefined, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });

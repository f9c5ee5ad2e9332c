// The look-over before the rink: what a game needs without a network, green or with what to do. It works offline, too.
import { useEffect, useState } from 'preact/hooks';
import { lookOver, REMEDIES, type Line, type Remedy } from '../readiness';
import { isToday } from '../rink_time';
import { status } from '../sync';
import { catalogued } from '../words/t';
import words from '../words/readiness.en.json';
import { shellKept } from '../worker_client';
import { go } from './route';
import { Frame } from './sign_in';

const { t, tn, word } = catalogued(words, 'readiness');
const said = t as (key: string, slots?: Line['slots']) => string;

export function ReadinessScreen() {
  const [lines, setLines] = useState<Line[] | null>(null);
  const [busy, setBusy] = useState(false);
  const look = () => lookOver(isToday).then(setLines);
  useEffect(() => { document.title = t('document'); }, []);
  useEffect(() => { void look(); }, [status.value.unsent, status.value.state, shellKept.value]);
  const act = (remedy: Remedy) => {
    if (remedy === 'sign_in') return go({ screen: 'sign-in' });
    if (remedy === 'join') return go({ screen: 'join' });
    setBusy(true);
    void REMEDIES[remedy]().catch(() => undefined).then(look).finally(() => setBusy(false));
  };
  const todo = lines?.filter(({ state }) => state === 'act').length ?? 0;
  return (
    <Frame>
      <h1>{t('title')}</h1>
      <p role="status" class={`notice${todo ? ' notice--act' : ''}`}><strong class={lines && !busy && !todo ? 'kept' : ''}>{!lines || busy ? t('looking') : todo ? tn('not_ready', todo) : t('ready')}</strong></p>
      <ul class="list">{lines?.map((line, at) => <li key={at} class="row"><LineRow line={line} busy={busy} act={act} /></li>)}</ul>
      <div class="buttons">
        <button type="button" class="button" disabled={busy} onClick={() => act('engine')}>{t('again')}</button>
        <button type="button" class="button" onClick={() => history.back()}>{t('back')}</button>
      </div>
    </Frame>
  );
}

const BADGES = { good: 'kept', know: 'badge badge--wait', act: 'badge badge--act' };

function LineRow({ line, busy, act }: { line: Line; busy: boolean; act(remedy: Remedy): void }) {
  const { of, state, says, slots = {}, remedy } = line;
  const shown = typeof slots['at'] === 'number' ? { ...slots, at: moment(slots['at']) } : slots;
  return (
    <>
      <span class="row__main">
        <span class={BADGES[state]}>{state === 'good' ? <span class="visually-hidden">{word(state)}</span> : word(state)}</span> {said(`of.${of}`, shown)}
        <span class="row__sub">{said(says, shown)}</span>
        {remedy && <button type="button" class="button ready__do" disabled={busy} onClick={() => act(remedy)}>{word(`do.${remedy}`)}</button>}
      </span>
    </>
  );
}

const moment = (ms: number): string => new Date(ms).toLocaleString(undefined, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });

// One more tap before something ends: the question lies over a sheet's foot, so that nothing under it moves.
import type { ComponentChildren } from 'preact';
import { useSettling } from '../screens/settling';
import { t } from '../words/t';

interface Props { tone: 'act' | 'out'; head: string; yes: string; busy?: boolean; confirm(): void; withdraw(): void; children?: ComponentChildren; other?: { words: string; act(): void } }

/** `other`: what may be done in its place. */
export function Ask({ tone, head, yes, busy = false, confirm, withdraw, children, other }: Props) {
  useSettling(true); // as it comes and as it goes
  return (
    <div class={`ask ask--${tone}`} role="alertdialog" aria-label={head}>
      <p class="ask__head">{head}</p>
      {children}
      {other && <button type="button" class="button button--wide" onClick={other.act}>{other.words}</button>}
      <div class="ask__acts">
        <button type="button" class="button" onClick={withdraw}>{t('ask.no')}</button>
        <button type="button" class={`button button--${tone}`} disabled={busy} onClick={confirm}>{yes}</button>
      </div>
    </div>
  );
}

// The frame of everything that opens over a game: a dialog from below, which takes the focus and gives it back. Its title
// names the question that is asked, and changes by a tap alone: taps wait for a moment where it does.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { practising } from '../practice';
import { PracticeMark } from '../screens/practice_mark';
import { closeSheet } from '../screens/route';
import { useSettling } from '../screens/settling';
import { t } from '../words/t';
import { momentWords, type Moment } from './opened';

interface Props { title: string; of?: Moment | undefined; children: ComponentChildren; foot?: ComponentChildren; tall?: boolean; onBack?: (() => void) | undefined; tone?: string }

/** `of`: the moment of the call that is made here, told where a clock is kept. */
export function Sheet({ title, of, children, foot, tall = false, onBack, tone = '' }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const moment = of ? momentWords(of) : null;
  useSettling(title);
  useEffect(() => heading.current?.focus(), [title]);
  const cancel = (event: Event) => {
    event.preventDefault();
    closeSheet();
  };
  return (
    <dialog ref={dialog} class={`sheet${tall ? ' sheet--tall' : ''} ${tone}`} aria-labelledby="sheet-title" aria-describedby={moment ? 'sheet-moment' : undefined} onCancel={cancel}>
      <header class="sheet__head">
        {onBack && <button type="button" class="sheet__icon" aria-label={t('back')} onClick={onBack}><Arrow /></button>}
        <div class="sheet__heading">
          <h2 id="sheet-title" class="sheet__title" tabIndex={-1} ref={heading}>{title}</h2>
          {moment && <p class="sheet__moment num"><span aria-hidden="true">{moment.shown}</span><span id="sheet-moment" class="visually-hidden">{moment.read}</span></p>}
        </div>
        {practising && <PracticeMark />}
        <button type="button" class="sheet__icon" aria-label={t('close')} onClick={closeSheet}><Cross /></button>
      </header>
      <div class="sheet__body" tabIndex={0} role="group" aria-labelledby="sheet-title">{children}</div>
      {foot && <footer class="sheet__foot">{foot}</footer>}
    </dialog>
  );
}

const Cross = () => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M5 5l14 14M19 5L5 19" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" /></svg>
);
const Arrow = () => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M14 5l-7 7 7 7" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" /></svg>
);

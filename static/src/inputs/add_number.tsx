// A number that is on no roster: logged first, a person later. That it is logged stands under the button that does so; the rules
// say what they make of it.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Draft } from '../game';
import { useGame } from '../game_screen/open';
import type { CallView } from '../game_screen/reading';
import { callLine } from '../game_screen/wording';
import { useSettling } from '../screens/settling';
import { t } from '../words/t';

/** The keyboard takes half of the screen: what it belongs to stays in view. */
function shown(input: HTMLInputElement | null): void {
  if (!input || document.activeElement === input) return;
  input.focus();
  input.form?.scrollIntoView({ block: 'center' });
}

/** `typed`: on a keypad, by whom nobody was found. */
export function AddNumber({ team, pick, typed }: { team: string; pick(id: string): void; typed: string }) {
  const game = useGame();
  const [open, setOpen] = useState(false);
  const [number, setNumber] = useState('');
  const [failed, setFailed] = useState(false);
  const [lacks, setLacks] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const numbered = useRef('');
  useSettling(open); // what is asked for takes more room than the button
  useEffect(() => {
    if (wasOpen.current && !open) (opener.current?.closest('section')?.querySelector<HTMLElement>(`[data-player="${numbered.current}"]`) ?? opener.current)?.focus();
    wasOpen.current = open;
  }, [open]);
  const close = () => { setOpen(false); setNumber(''); setLacks(false); setFailed(false); };
  const added = (id: string) => ({ type: 'roster_add', team, player: { id, number } });
  const add = async (event: Event) => {
    event.preventDefault();
    setLacks(!number);
    if (!number) return;
    const id = game.newId();
    try {
      await game.log(added(id) as Draft);
      numbered.current = id; // what is done next is done to whoever was added
      close();
      pick(id);
    } catch {
      setFailed(true);
    }
  };
  if (!open) return <button type="button" class="number number--add" ref={opener} onClick={() => { setNumber(typed); setOpen(true); }}><span class="number__figure">+{typed}</span><span class="number__words">{t('who.other_number')}</span></button>;
  return (
    <form class="add-number" onSubmit={(event) => void add(event)}>
      <label for={`number-${team}`}>{t('who.which_number')}</label>
      <input id={`number-${team}`} class="input num" inputMode="numeric" autocomplete="off" maxLength={3} value={number}
        ref={shown} onInput={(event) => setNumber(event.currentTarget.value.replace(/\D/g, ''))} />
      {lacks && !number && <p class="field__error" role="alert">{t('who.number_lacks')}</p>}
      {failed && <p class="field__error">{t('not_saved.head')}</p>}
      <div class="pair">
        <button type="button" class="button" onClick={close}>{t('who.back')}</button>
        <button type="submit" class="button button--main">{t('add')}</button>
      </div>
      {number && <p class="quiet">{t('who.adds', { call: callLine(game, added('') as unknown as CallView) })}</p>}
    </form>
  );
}

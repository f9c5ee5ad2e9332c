// A big roster by its numbers: digits typed with a thumb, and whoever has such a number on top, one tap away.
import { signal } from '@preact/signals';
import { remember, remembered } from '../remembered';
import type { Player } from '../game_screen/reading';
import { t } from '../words/t';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];
const KEPT = 'keypad';

/** Whether this phone's official prefers it; remembered. */
export const keypad = signal(remembered(KEPT) === 'yes');

export function changeKeypad(): void {
  keypad.value = !keypad.value;
  remember(KEPT, keypad.value ? 'yes' : 'no');
}

/** As many digits as a number has. */
const MOST = 2;

/** `player`: how one of those found is shown. `typed`: the digits so far. */
export function Keypad({ players, player, typed, setTyped }: { players: Player[]; player(one: Player): preact.ComponentChildren; typed: string; setTyped(digits: string): void }) {
  const found = typed ? players.filter(({ number }) => number.startsWith(typed)) : [];
  const exact = found.filter(({ number }) => number === typed);
  return (
    <div class="keypad">
      <p class="keypad__typed num" aria-live="polite">{typed ? `#${typed}` : t('keypad.type')}</p>
      <div class="numbers numbers--wide keypad__found">{(typed.length === MOST ? exact : found).slice(0, 4).map(player)}{typed && !found.length && <p class="quiet">{t('keypad.nobody')}</p>}</div>
      <div class="keypad__keys" role="group" aria-label={t('keypad.label')}>
        {KEYS.map((key) => <button key={key} type="button" class="button num" onClick={() => setTyped(typed.length < MOST ? typed + key : key)}>{key}</button>)}
        <button type="button" class="button" aria-label={t('keypad.clear')} onClick={() => setTyped('')}>←</button>
      </div>
    </div>
  );
}

// The last call of one's own, always in the same place, with the one tap that takes it back: another's call may come in
// while the finger is on its way.
import { useState } from 'preact/hooks';
import type { OpenGame } from '../game';
import { t } from '../words/t';
import { announce } from './announce';
import { heldWords } from './held';
import { openSheet } from '../screens/route';
import { account } from '../session';
import { useOneTap } from './one_tap';
import { useGame } from './open';
import { callsOf, sheetOf, triggerOf, type CallView } from './reading';
import { counting, standing } from './standing';
import { isUncounted, toldWords } from './told';
import { callLine } from './wording';

const WEIGHTY = ['sign_off', 'admit', 'reject', 'abandon'];

/** What the same tap logged before it: the first shot of a shoot-out begins it. */
function begunWith(game: OpenGame, { type, id }: CallView): string[] {
  const calls = counting(callsOf(game));
  const begin = calls[calls.findIndex((call) => call.id === id) - 1];
  return type === 'shootout_attempt' && begin?.type === 'period_start' && begin.period === 'SO' ? [begin.id] : [];
}

export function LastCall() {
  const game = useGame();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const once = useOneTap();
  const last = standing(callsOf(game)).filter((entry) => !entry.voidedBy && entry.call.type !== 'void' && entry.logged.made_by === account.value?.account).at(-1);
  const uncounted = last && sheetOf(game)?.rulings.find((ruling) => isUncounted(ruling) && triggerOf(ruling) === last.call.id);
  const beside = last && !failed && (last.call.result === 'held' ? heldWords(last.call) : uncounted && toldWords(uncounted));
  const pair = last?.call['coincident'];
  const together = pair ? counting(callsOf(game)).filter((call) => call.type === 'penalty' && call['coincident'] === pair).length : 0;
  const undo = async () => {
    if (!last || busy) return;
    if (WEIGHTY.includes(last.call.type)) return openSheet('call', last.call.id); // not by one tap
    setBusy(true);
    try {
      for (const id of [last.call.id, ...begunWith(game, last.call)]) await game.undo(id, t('undo.reason'));
      setFailed(false);
      announce(t('undo.undone', { call: callLine(game, last.call) }));
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section class="last" aria-label={t('last.label')}>
      <p class={`last__words${beside ? ' has-more' : ''}`}>
        <span class={beside ? 'last__call' : ''}>{failed ? `${t('not_saved.head')} ${t('not_saved.what_now')}` : last ? callLine(game, last.call) : t('undo.nothing')}</span>
        {beside && <span class="last__became tone-act">{beside}</span>}
      </p>
      <button type="button" class="button last__undo" disabled={!last || busy} aria-label={last ? t(together > 1 ? 'undo.one_of' : 'undo.of', { n: together, call: callLine(game, last.call) }) : t('undo')} onClick={() => once(() => void undo())}>
        <span>{t('undo')}{together > 1 && <span class="button__detail">{t('undo.of_n', { n: together })}</span>}</span>
      </button>
    </section>
  );
}

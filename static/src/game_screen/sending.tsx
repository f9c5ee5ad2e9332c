// What is not sent yet and what is held, always in view.
import { openSheet } from '../screens/route';
import { status } from '../sync';
import { t, tn } from '../words/t';
import { useGame } from './open';
import { heldOf } from './held';
import { callsOf } from './reading';

export function SendingButton() {
  const game = useGame();
  const unsent = game.unsent.value;
  const byHand = callsOf(game).filter((call) => call.by_hand).length;
  const { state } = status.value;
  const held = heldOf(game).length;
  const words = unsent ? tn('unsent', unsent) : byHand ? tn('unsent.by_hand', byHand) : t('unsent.none');
  return (
    <button type="button" class={`sending${unsent || byHand ? ' is-waiting' : ''}`} onClick={() => openSheet('sending')}>
      <span class="sending__mark" aria-hidden="true" />
      <span>
        {held > 0 && <strong class="sending__held tone-act">{tn('held', held)}</strong>}
        {state === 'signed_out' && unsent ? t('unsent.signed_out', { n: unsent }) : words}
      </span>
    </button>
  );
}

// Calls that do not count, apart from those that do: why, and what to do. The head referee and the director decide from here.
import { openSheet, route } from '../screens/route';
import { useSettling } from '../screens/settling';
import { t, tn } from '../words/t';
import { heldWords, notAccepted, refusedWords, whatToDo } from './held';
import { useGame } from './open';
import { callLine } from './wording';

export function NotAccepted() {
  const game = useGame();
  const calls = notAccepted(game);
  useSettling(route.value.sheet ? 0 : calls.length); // it stands above what may be under a finger, unless a sheet is over it
  if (!calls.length) return null;
  const waiting = game.undecided.value.length;
  return (
    <section class="not-accepted" aria-label={t('not_accepted')}>
      <h2 class="section__title">{t('not_accepted')}</h2>
      {game.decides && waiting > 0 && <button type="button" class="button button--act button--wide" onClick={() => openSheet('late')}>{tn('late.decide', waiting)}</button>}
      <ul class="log">
        {calls.map((call) => (
          <li key={call.id}>
            <button type="button" class="log__row" onClick={() => openSheet('call', call.id)}>
              <span class="log__main">
                <span class="log__title"><strong>{callLine(game, call)}</strong></span>
                <span class="log__became"><span class={call.result === 'held' ? 'tone-act' : 'tone-out'}>{call.result === 'held' ? heldWords(call) : refusedWords(call)}</span><span>{whatToDo(game, call)}</span></span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

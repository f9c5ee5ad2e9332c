// Who is out, and why: they are struck out wherever numbers are tapped, and the reason is one tap away, in the same sheet.
import { useSettling } from '../screens/settling';
import { t, tn } from '../words/t';
import { useGame } from './open';
import { markOf, nameOf, putOut } from './people';
import { historyOf } from './reading';
import { Rule } from './rule';

/** One line as long as it is closed, also where all of `ids` may play: what stands around it does not move when somebody is put out. */
export function WhoIsOut({ ids }: { ids: string[] }) {
  const game = useGame();
  const out = ids.filter((id) => markOf(game, id) === 'out');
  useSettling(out.length); // a call of another phone may have put somebody out, above what is under a finger
  if (!out.length) return <p class="out__nobody quiet">{t('out.nobody')}</p>;
  return (
    <details class="details out">
      <summary><span class="tone-out">{t('out.why')}</span> <span class="is-struck">{out.map((id) => nameOf(game, id)).join(', ')}</span></summary>
      <ul>{out.map((id) => <Reasons key={id} id={id} />)}</ul>
    </details>
  );
}

/** By the rulings of this game, else by what earlier games left. */
function Reasons({ id }: { id: string }) {
  const game = useGame();
  const rulings = putOut(game, id);
  const { players, goalies } = historyOf(game);
  const { suspended_games_left = 0, disqualified = false } = { ...players?.[id], ...goalies?.[id] };
  return (
    <li>
      {rulings.map((ruling) => <p key={ruling.code}>{ruling.says} <Rule clause={ruling.clause} /></p>)}
      {!rulings.length && disqualified && <p>{t('out.disqualified', { who: nameOf(game, id) })}</p>}
      {!rulings.length && suspended_games_left > 0 && <p>{tn('out.suspended', suspended_games_left, { who: nameOf(game, id) })}</p>}
    </li>
  );
}

// Several players of one team, in the roster's order.
import { useGame } from '../game_screen/open';
import { sides, struck } from '../game_screen/people';
import { t } from '../words/t';
import { surname } from './who';

export function Players({ team, chosen, set, all }: { team: string; chosen: string[]; set(players: string[]): void; all: boolean }) {
  const game = useGame();
  const players = sides(game).find((side) => side.key === team)?.players ?? [];
  const toggle = (id: string) => set(players.map((player) => player.id).filter((one) => (one === id ? !chosen.includes(id) : chosen.includes(one))));
  return (
    <>
      <div class="numbers numbers--wide">
        {players.map((player) => (
          <button key={player.id} type="button" class="number" aria-pressed={chosen.includes(player.id)} onClick={() => toggle(player.id)}>
            <span class={`number__figure ${struck(game, player.id)}`}>{player.number}</span>
            <span class="number__words">{surname(player.name)}</span>
          </button>
        ))}
      </div>
      {all && <button type="button" class="button button--quiet" onClick={() => set(players.map((player) => player.id))}>{t('players.all')}</button>}
    </>
  );
}

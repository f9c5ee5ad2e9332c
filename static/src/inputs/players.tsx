// Several players of one team, in the roster's order.
import { useGame } from '../game_screen/open';
import { sides } from '../game_screen/people';
import { t } from '../words/t';
import { NumberButton } from './who';

export function Players({ team, chosen, set, all }: { team: string; chosen: string[]; set(players: string[]): void; all: boolean }) {
  const game = useGame();
  const players = sides(game).find((side) => side.key === team)?.players ?? [];
  const toggle = (id: string) => set(players.map((player) => player.id).filter((one) => (one === id ? !chosen.includes(id) : chosen.includes(one))));
  return (
    <>
      <div class="numbers numbers--wide">
        {players.map((player) => <NumberButton key={player.id} player={player} pressed={chosen.includes(player.id)} pick={() => toggle(player.id)} />)}
      </div>
      {all && <button type="button" class="button button--quiet" onClick={() => set(players.map((player) => player.id))}>{t('players.all')}</button>}
    </>
  );
}

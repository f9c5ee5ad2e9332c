// A team's colour beside its name, as the list of games gives it; never instead of the name.
import { listGames } from '../games';
import { useGame } from './open';

export function TeamColour({ team }: { team: string }) {
  const { id } = useGame();
  const row = listGames().value.find((one) => one.id === id);
  const colour = [row?.home, row?.away].find((side) => side?.key === team)?.colour;
  return colour ? <span class="team__colour" data-colour={colour} aria-hidden="true" /> : null;
}

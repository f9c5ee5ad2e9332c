// "One more and …", before the penalty is called: the rules are asked what one more penalty would do to whoever has any.
import { useEffect, useState } from 'preact/hooks';
import type { Draft } from '../game';
import { asksFirst, whatFollows } from '../game_screen/flags';
import { useGame } from '../game_screen/open';
import { previewed } from '../game_screen/previewed';
import { freeGoalies, sides } from '../game_screen/people';
import { sheetOf } from '../game_screen/reading';

/** Ids of those whom one more `infraction` would put out. */
export function useOneMore(infraction: string | undefined): ReadonlySet<string> {
  const game = useGame();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let wanted = true;
    const ask = async () => {
      const found = new Set<string>();
      for (const who of infraction ? counted(game) : []) {
        if (!wanted) return;
        const { id } = who;
        const next = await previewed(game, { id: game.newId(), type: 'penalty', infraction, ...who.said } as unknown as Draft);
        const follows = next ? whatFollows(sheetOf(game), next) : [];
        if (follows.some((ruling) => asksFirst(ruling) && (ruling.player === id || ruling.goalie === id))) found.add(id);
      }
      if (wanted) setIds(found);
    };
    void ask();
    return () => { wanted = false; };
  }, [infraction]);
  return ids;
}

/** Everybody with a penalty that counts, earlier games included. */
function counted(game: ReturnType<typeof useGame>): { id: string; said: object }[] {
  const tallies = sheetOf(game)?.tallies;
  const [home] = sides(game);
  const players = sides(game).flatMap((side) => side.players.map((player) => ({ id: player.id, said: { team: side.key, player: player.id } })));
  const goalies = freeGoalies(game).map((goalie) => ({ id: goalie.id, said: { team: home.key, goalie: goalie.id } }));
  return [...goalies.filter(({ id }) => tallies?.goalies[id]?.penalties), ...players.filter(({ id }) => tallies?.players[id]?.penalties)];
}

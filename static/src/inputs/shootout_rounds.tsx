// How a shoot-out stands: each team's shots in order, those that did not count struck out, and whose turn it is.
import type { OpenGame } from '../game';
import { useGame } from '../game_screen/open';
import { nameOf, otherTeam, sides, type Side } from '../game_screen/people';
import { sheetOf, triggerOf, type CallView, type Ruling } from '../game_screen/reading';
import { TeamColour } from '../game_screen/team_colour';
import { t } from '../words/t';

/** The shots of players who might not shoot: by the rules they do not count and take no turn. */
export const notCounted = (game: OpenGame): Set<string> =>
  new Set(sheetOf(game)?.rulings.filter(({ code, overridden }) => code === 'shooter_ineligible' && !overridden).map(triggerOf));

/** The team that has shot less often; where both have shot as often, the one that began. `attempts`: those that count. */
export function turnOf(game: OpenGame, attempts: CallView[]): string | undefined {
  const began = attempts[0]?.team;
  if (!began) return undefined;
  const ofIts = attempts.filter(({ team }) => team === began).length;
  return ofIts * 2 > attempts.length ? otherTeam(game, began) : began;
}

/** The one team of which anybody may shoot; undefined where either may, or nobody knows yet. */
export function nextToShoot(game: OpenGame, refusals: ReadonlyMap<string, Ruling> | null): Side | undefined {
  const may = (player: string) => refusals?.get(player)?.code !== 'shooter_ineligible';
  const able = refusals ? sides(game).filter(({ players }) => players.some(({ id }) => may(id))) : [];
  return able.length === 1 ? able[0] : undefined;
}

/** Each team's attempts in order: a filled disc scored, a ring missed, either struck out where it did not count. */
export function Rounds({ attempts }: { attempts: CallView[] }) {
  const game = useGame();
  const score = sheetOf(game)?.shootout ?? {};
  const out = notCounted(game);
  return (
    <div class="rounds">
      {sides(game).map((side) => (
        <div key={side.key} class="rounds__team">
          <span class="rounds__name"><TeamColour team={side.key} /> {side.name}</span>
          <span class="figure">{score[side.key] ?? 0}</span>
          <ol class="rounds__shots">
            {attempts.filter((call) => call.team === side.key).map((call) => (
              <li key={call.id} class={`shot-mark${call.scored ? ' is-in' : ''}${out.has(call.id) ? ' is-out' : ''}`}>
                <span class="visually-hidden">{nameOf(game, call.shooter)} {t(call.scored ? 'shot.scored' : 'shot.missed')}{out.has(call.id) && `, ${t('shootout.not_counted')}`}</span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
}

// The shoot-out, step by step: the rules say who may shoot; a shooter and an outcome are one attempt.
import { useMemo, useState } from 'preact/hooks';
import type { OpenGame } from '../game';
import { useGame } from '../game_screen/open';
import { nameOf, otherTeam, sides, teamName } from '../game_screen/people';
import { callsOf, sheetOf, shootoutWinner, type CallView } from '../game_screen/reading';
import { counting } from '../game_screen/standing';
import { t } from '../words/t';
import { LoggingFoot } from './follows';
import { useForesight } from './foresight';
import { useLogging, type Said } from './logging';
import { ScoredOrMissed } from './penalty_shot';
import { Sheet } from './sheet';
import { Who, type Chosen } from './who';
import { mayNotWords, useWhoMayNotShoot } from './who_may_not_shoot';

export function ShootoutSheet() {
  const game = useGame();
  const attempts = counting(callsOf(game)).filter((call) => call.type === 'shootout_attempt');
  const [shooter, setShooter] = useState<Chosen | null>(null);
  const id = useMemo(() => game.newId(), [attempts.length]);
  const said = (scored: boolean): Said => ({ id, ...attempt(shooter?.team ?? '', shooter?.player ?? '', scored) });
  const foresight = useForesight(shooter ? [said(true), said(false)] : []);
  const logging = useLogging({ foresight, then: () => setShooter(null) }); // the sheet stays open for the next one
  const refusals = useWhoMayNotShoot(sides(game).flatMap((side) => side.players.map((player) => attempt(side.key, player.id, false))));
  const won = shootoutWinner(game);
  const foot = (
    <>
      <LoggingFoot logging={logging} />
      <ScoredOrMissed disabled={!shooter || logging.busy || !!won} say={(scored) => void logging.say(said(scored))} />
    </>
  );
  return (
    <Sheet tall title={t('type.shootout_attempt')} foot={foot}>
      <Rounds attempts={attempts} />
      <p class="sheet__lead" role="status">
        {won ? t('shootout.won', { team: teamName(game, won.team) }) : shooter ? t('penalty_shot.shooter', { who: nameOf(game, shooter.player) }) : t('shootout.choose')}
      </p>
      <Who key={attempts.length} first={turnOf(game, attempts)} pick={setShooter} chosen={shooter?.player ? [shooter.player] : []} disabled={!!won} note={(player) => (won ? null : mayNotWords(refusals?.get(player)))} />
    </Sheet>
  );
}

const attempt = (team: string, shooter: string, scored: boolean) => ({ type: 'shootout_attempt', period: 'SO', team, shooter, scored });

/** The team that has shot less often; where both have shot as often, the one that began. */
function turnOf(game: OpenGame, attempts: CallView[]): string | undefined {
  const began = attempts[0]?.team;
  if (!began) return undefined;
  const ofIts = attempts.filter(({ team }) => team === began).length;
  return ofIts * 2 > attempts.length ? otherTeam(game, began) : began;
}

/** Each team's attempts in order: a filled disc scored, a ring missed. */
function Rounds({ attempts }: { attempts: CallView[] }) {
  const game = useGame();
  const score = sheetOf(game)?.shootout ?? {};
  return (
    <div class="rounds">
      {sides(game).map((side) => (
        <div key={side.key} class="rounds__team">
          <span class="rounds__name">{side.name}</span>
          <span class="figure">{score[side.key] ?? 0}</span>
          <ol class="rounds__shots">
            {attempts.filter((call) => call.team === side.key).map((call) => (
              <li key={call.id} class={call.scored ? 'shot-mark is-in' : 'shot-mark'}>
                <span class="visually-hidden">{nameOf(game, call.shooter)} {t(call.scored ? 'shot.scored' : 'shot.missed')}</span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
}

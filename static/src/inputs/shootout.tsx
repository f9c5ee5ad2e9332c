// The shoot-out, step by step: the rules say who may shoot; a shooter and an outcome are one attempt.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Draft, OpenGame } from '../game';
import { whatFollows } from '../game_screen/flags';
import { useGame } from '../game_screen/open';
import { previewed } from '../game_screen/previewed';
import { nameOf, otherTeam, sides, teamName } from '../game_screen/people';
import { callsOf, sheetOf, shootoutWinner, type CallView } from '../game_screen/reading';
import { counting } from '../game_screen/standing';
import { t, word } from '../words/t';
import { LoggingFoot } from './follows';
import { useForesight } from './foresight';
import { useLogging, type Said } from './logging';
import { ScoredOrMissed } from './penalty_shot';
import { Sheet } from './sheet';
import { Who, type Chosen } from './who';

export function ShootoutSheet() {
  const game = useGame();
  const attempts = counting(callsOf(game)).filter((call) => call.type === 'shootout_attempt');
  const [shooter, setShooter] = useState<Chosen | null>(null);
  const id = useMemo(() => game.newId(), [attempts.length]);
  const said = (scored: boolean): Said => ({ id, type: 'shootout_attempt', period: 'SO', team: shooter?.team ?? '', shooter: shooter?.player ?? '', scored });
  const foresight = useForesight(shooter ? [said(true), said(false)] : []);
  const logging = useLogging({ foresight, then: () => setShooter(null) }); // the sheet stays open for the next one
  const reasons = useWhoMayNot(attempts.length);
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
      <Who key={attempts.length} first={turnOf(game, attempts)} pick={setShooter} chosen={shooter?.player ? [shooter.player] : []} disabled={!!won} note={(player) => (won ? null : reasons[player] ?? null)} />
    </Sheet>
  );
}

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

/** Asks the rules about every player: why they may not shoot now. */
function useWhoMayNot(attempts: number): Record<string, string> {
  const game = useGame();
  const [reasons, setReasons] = useState<Record<string, string>>({});
  const sheet = game.sheet.value;
  useEffect(() => {
    let wanted = true;
    const ask = async () => {
      const found: Record<string, string> = {};
      for (const side of sides(game)) {
        for (const player of side.players) {
          if (!wanted) return;
          const draft = { id: game.newId(), type: 'shootout_attempt', period: 'SO', team: side.key, shooter: player.id, scored: false } as Draft;
          const next = await previewed(game, draft);
          const refusal = next && whatFollows(sheetOf(game), next).find((ruling) => ruling.code === 'shooter_ineligible');
          if (refusal) found[player.id] = word(`may_not.${refusal.reason ?? ''}`);
        }
      }
      if (wanted) setReasons(found);
    };
    void ask();
    return () => { wanted = false; };
  }, [attempts, sheet]);
  return reasons;
}

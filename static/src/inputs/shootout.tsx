// The shoot-out, step by step: the rules say who may shoot; a shooter and an outcome are one attempt. Where by the rules none
// follows, or play is not over, that is said, and asked before the first.
import { useMemo, useState } from 'preact/hooks';
import type { OpenGame } from '../game';
import { comingPeriod, lastOfPeriods } from '../game_screen/clock_button';
import { minutes } from '../game_screen/clock_words';
import { toneOf } from '../game_screen/flags';
import { leftToPlay } from '../game_screen/left_to_play';
import { useNow } from '../game_screen/moment';
import { useGame } from '../game_screen/open';
import { nameOf, sides, teamName } from '../game_screen/people';
import { callsOf, sheetOf, shootoutWinner, type CallView, type Ruling } from '../game_screen/reading';
import { Rule } from '../game_screen/rule';
import { Sentence } from '../game_screen/sentence';
import { counting } from '../game_screen/standing';
import { callLine, periodName } from '../game_screen/wording';
import { openSheet } from '../screens/route';
import { useSettling } from '../screens/settling';
import { t } from '../words/t';
import { Ask } from './ask';
import { LoggingFoot } from './follows';
import { useForesight } from './foresight';
import { useLogging, type Said } from './logging';
import { ScoredOrMissed } from './penalty_shot';
import { Sheet } from './sheet';
import { nextToShoot, notCounted, Rounds, turnOf } from './shootout_rounds';
import { Who, type Chosen } from './who';
import { mayNotWords, useWhoMayNotShoot } from './who_may_not_shoot';

export function ShootoutSheet() {
  const game = useGame();
  const now = useNow();
  const attempts = counting(callsOf(game)).filter((call) => call.type === 'shootout_attempt');
  const [shooter, setShooter] = useState<Chosen | null>(null);
  const [asked, setAsked] = useState<{ said: Said; why: string | null } | null>(null); // why it is too soon, as it was when the shot was tapped
  const id = useMemo(() => game.newId(), [attempts.length]);
  const said = (scored: boolean): Said => ({ id, ...attempt(shooter?.team ?? '', shooter?.player ?? '', scored) });
  const foresight = useForesight(shooter ? [said(true), said(false)] : []);
  const isOver = lastOfPeriods(game)?.type === 'period_start' && lastOfPeriods(game)?.period !== 'SO' && !leftToPlay(game, now);
  const begins = [...(isOver ? [{ type: 'period_end' }] : []), ...(isOver || comingPeriod(game) === 'SO' ? [{ type: 'period_start', period: 'SO' }] : [])];
  const logging = useLogging({ foresight, first: begins, then: () => { setShooter(null); setAsked(null); } }); // the sheet stays open for the next one
  const refusals = useWhoMayNotShoot(sides(game).flatMap((side) => side.players.map((player) => attempt(side.key, player.id, false))));
  const won = shootoutWinner(game);
  const next = nextToShoot(game, refusals);
  const out = notCounted(game);
  const counted = turnOf(game, attempts.filter(({ id }) => !out.has(id))); // until the rules have answered
  const end = comesNext(game, 'final');
  const comes = comesNext(game, 'shootout');
  const unplayed = unplayedOf(game, now);
  const bound = sides(game).filter(({ players }) => players.some(({ id }) => refusals?.get(id)?.reason === 'quota'));
  const refusal = won ? undefined : refusals?.get(shooter?.player ?? '');
  const say = (scored: boolean) => ((end || unplayed) && !attempts.length ? setAsked({ said: said(scored), why: unplayed }) : void logging.say(said(scored)));
  useSettling(!won);
  const foot = ( // also of one that is won: a thumb that taps the last shot once more meets nothing that leads on
    <>
      <LoggingFoot logging={logging} />
      {asked && !logging.asking && !logging.faults.length && !logging.notSaved && (
        <Ask tone="act" head={asked.why ? t('shootout.before_its_time', { why: asked.why }) : t('shootout.all_the_same')} yes={t('shootout.log')} busy={logging.busy} confirm={() => void logging.say(asked.said)} withdraw={() => setAsked(null)}>
          <p class="ask__call">{callLine(game, asked.said as CallView)}</p>
        </Ask>
      )}
      <ScoredOrMissed disabled={!shooter || !!won || logging.busy} say={say} />
    </>
  );
  return (
    <Sheet tall title={t('type.shootout_attempt')} foot={foot}>
      {end && <p class="notice notice--act">{t(isTied(game) ? 'shootout.tie_stands' : 'shootout.decided')} <Rule clause={end.clause} /></p>}
      {unplayed && !attempts.length && <p class="notice notice--act">{unplayed}</p>}
      {comes && !attempts.length && <p class="notice"><Sentence ruling={comes} /></p>}
      <Rounds attempts={attempts} />
      <p class="sheet__lead" role="status">
        {won ? t('shootout.won', { team: teamName(game, won.team) }) : shooter ? t('penalty_shot.shooter', { who: nameOf(game, shooter.player) }) : next ? t('shootout.next', { team: next.name }) : t('shootout.choose')}
      </p>
      {won ? <button type="button" class="button button--main button--wide shooter-says" onClick={() => openSheet('sign-off')}>{t('clock.sign_off')}</button> : (
        <p class={`shooter-says${refusal ? ` tone-${toneOf(refusal)}` : ''}`} aria-live="polite">
          {refusal && <Sentence ruling={refusal} />}
          {refusal?.code === 'ineligible' && ` ${t('penalty_shot.counts_all_the_same')}`}
          {!shooter && bound.map(({ name }) => t('shootout.quota', { team: name })).join(' ')}
        </p>
      )}
      <Who key={`${attempts.length} ${next && next.key !== counted ? next.key : ''}`} first={next?.key ?? counted} pick={setShooter} chosen={shooter?.player ? [shooter.player] : []} disabled={!!won} note={(player) => (won ? null : mayNotWords(refusals?.get(player)))} />
    </Sheet>
  );
}

const attempt = (team: string, shooter: string, scored: boolean) => ({ type: 'shootout_attempt', period: 'SO', team, shooter, scored });

/** What is still to be played before a shoot-out, in words; null where the rules say that it comes next, or it has begun. */
function unplayedOf(game: OpenGame, now_ms: number): string | null {
  const last = lastOfPeriods(game);
  if (comesNext(game, 'shootout') || last?.period === 'SO') return null;
  const left_ms = leftToPlay(game, now_ms);
  if (last?.type === 'period_start') return left_ms > 0 ? t('shootout.period_open', { period: periodName(last.period), left: t('clock.left', { time: minutes(left_ms) }) }) : null;
  const coming = comingPeriod(game);
  return coming === null || coming === 'SO' ? null : t('shootout.to_play', { period: periodName(coming) });
}

/** The ruling by which the game is over (`final`), or a shoot-out follows: then it says whose choice the first shot is. */
const comesNext = (game: OpenGame, next: 'final' | 'shootout'): Ruling | undefined =>
  sheetOf(game)?.rulings.find(({ code, what, overridden }) => code === 'next' && what === next && !overridden);

const isTied = (game: OpenGame): boolean => new Set(sides(game).map(({ key }) => sheetOf(game)?.score[key] ?? 0)).size === 1;

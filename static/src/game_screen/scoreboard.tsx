// Clock, period and score: what is read, on top.
import { useEffect, useRef } from 'preact/hooks';
import { timingOf } from '../clock_face';
import { listGames } from '../games';
import { tellScore } from '../known_scores';
import { openSheet } from '../screens/route';
import { t, word } from '../words/t';
import { ChangeBuzzer } from './change_buzzer';
import { minutes } from './clock_words';
import { isClosed } from './closed';
import { timingNow } from './last_minutes';
import { useGame } from './open';
import { TeamColour } from './team_colour';
import { sides, type Side } from './people';
import { sheetOf } from './reading';
import { signalled } from './sounds';
import { wallRules } from './wall_clock';
import { periodName } from './wording';

export function Scoreboard() {
  const game = useGame();
  const [home, away] = sides(game);
  const sheet = sheetOf(game);
  useEffect(() => { if (sheet) tellScore(game.id, sheet, listGames().peek().find(({ id }) => id === game.id)); }, [sheet]);
  return (
    <section class="board" aria-label={t('board.label')}>
      <Score side={home} />
      <Clock />
      <Score side={away} />
    </section>
  );
}

function Score({ side }: { side: Side }) {
  const sheet = sheetOf(useGame());
  const shots = sheet?.shootout?.[side.key];
  const penalties = sheet?.tallies.teams[side.key]?.penalties ?? 0;
  return (
    <div class="board__team">
      <h2 class="board__name"><TeamColour team={side.key} /> {side.name}</h2>
      <p class="figure board__score">{sheet ? (sheet.score[side.key] ?? 0) : '–'}{shots !== undefined && <span class="board__shootout">({shots})</span>}</p>
      <p class="board__fouls num">{t('board.penalties', { n: penalties })}</p>
    </div>
  );
}

/** The buzzer that ends a period: for whoever has seen its last second. */
function useBuzzer(running: boolean, isOver: boolean): void {
  const ran = useRef(running);
  useEffect(() => {
    if (ran.current && isOver) signalled([900]);
    ran.current = running;
  }, [running]);
}

/** Whether the clock runs, and by which timing, where that is not as usual in this game. */
function Runs({ running }: { running: boolean }) {
  const game = useGame();
  const timing = timingNow(game);
  const runs = t(running ? 'clock.running' : 'clock.stopped');
  if (!timing || timing === timingOf(game.packet)) return <>{runs}</>;
  return <>{running && timing === 'running' ? t('timing.runs') : `${runs} · ${t(`timing.${timing}`)}`}</>;
}

function Clock() {
  const game = useGame();
  const { period, running, left_ms } = game.clock.state.value;
  useBuzzer(running, left_ms <= 0);
  const closed = isClosed(game) && word('status.signed_off');
  if (wallRules(game)) {
    return (
      <button type="button" class="board__clock" onClick={() => openSheet('clock')}>
        <span class="board__period">{periodName(period)}</span>
        <span class="board__wall">{t('clock.wall')}</span>
        <span class="board__state">{closed || (period === null ? t('clock.not_started') : '')}</span>
      </button>
    );
  }
  return (
    <button type="button" class="board__clock" onClick={() => openSheet('clock')}>
      <span class="board__period">{periodName(period)}</span>
      <span class="figure board__time" role="timer" aria-live="off">{minutes(left_ms)}</span>
      <span class="board__state">{closed || (period === null ? t('clock.not_started') : <Runs running={running} />)}{!closed && period !== null && <ChangeBuzzer />}</span>
    </button>
  );
}

// The clock: start, stop, put right, and the periods. All of it is in the log. A phone that follows another's clock can only
// take it. A period that is ended before its time asks first; with its end the sheet closes, as what comes next has a button on
// the game's screen.
import { useState } from 'preact/hooks';
import { lengthOf } from '../clock_face';
import { useGame } from '../game_screen/open';
import { rulebookOf } from '../game_screen/reading';
import { milliseconds, minutes } from '../game_screen/clock_words';
import { buzzerOf } from '../game_screen/change_buzzer';
import { comingPeriod, endPeriod, lastOfPeriods, startPeriod } from '../game_screen/clock_button';
import { keepingOf } from '../game_screen/keeping';
import { limitsOf } from '../game_screen/curfew';
import { leftToPlay } from '../game_screen/left_to_play';
import { useNow } from '../game_screen/moment';
import { changeMuted, muted } from '../game_screen/sounds';
import { changeWall, wallRules } from '../game_screen/wall_clock';
import { ago } from '../game_screen/on_the_game';
import { periodName, timeOf } from '../game_screen/wording';
import { closeSheet, openSheet } from '../screens/route';
import { t, tn, type Key } from '../words/t';
import { Ask } from './ask';
import { Sheet } from './sheet';

const STEPS_S = [-60, -10, -1, 1, 10, 60];

export function ClockSheet() {
  const game = useGame();
  const { period, running, left_ms } = game.clock.state.value;
  const [failed, setFailed] = useState(false);
  const [asked, setAsked] = useState(''); // about the period that this call began
  const keep = (act: Promise<void>) => void act.then(() => setFailed(false), () => setFailed(true));
  const last = lastOfPeriods(game);
  const now = useNow();
  const keeping = keepingOf(game, now);
  const open = last?.type === 'period_start';
  const wall = wallRules(game);
  const coming = comingPeriod(game);
  const toPlay_ms = open ? leftToPlay(game, now) : 0;
  const end = () => { setAsked(''); keep(endPeriod(game).then(closeSheet)); };
  const foot = asked === last?.id && toPlay_ms > 0 && (
    <Ask tone="act" head={t('clock.end_early', { period: periodName(period) })} yes={t('clock.end')} confirm={end} withdraw={() => setAsked('')}>
      <p class="ask__call num">{t('clock.left', { time: minutes(toPlay_ms) })}</p>
    </Ask>
  );
  return (
    <Sheet title={t('clock.title')} foot={foot}>
      {failed && <p class="notice notice--out" role="alert">{t('not_saved.head')} {t('not_saved.what_now')}</p>}
      <p class="clock-now"><span class="quiet">{periodName(period)}</span>{wall ? <strong>{t('clock.wall')}</strong> : <><span class="figure num">{minutes(left_ms)}</span><span class="quiet">{t(running ? 'clock.running' : 'clock.stopped')}</span></>}</p>
      {!keeping.mine && (
        <div class={`notice notice--${keeping.silent ? 'act' : 'wait'}`}>
          <p><strong>{t('clock.kept_by', { name: keeping.name })}</strong> {keeping.heard_ms && t('clock.heard', { ago: ago(keeping.heard_ms, now) })}</p>
          <button type="button" class="button button--main button--wide" onClick={() => keep(game.clock.take())}>{t('clock.take')}</button>
        </div>
      )}
      {open && keeping.mine && !wall && (
        <div class="clock-steps" role="group" aria-label={t('clock.adjust')}>
          {STEPS_S.map((step) => (
            <button key={step} type="button" class="button num" aria-label={tn(step < 0 ? 'clock.less' : 'clock.more', Math.abs(step))} onClick={() => keep(game.clock.set(Math.max(0, left_ms + step * 1000)))}>
              {step < 0 ? '−' : '+'}{Math.abs(step) === 60 ? t('clock.minute') : t('clock.seconds', { n: Math.abs(step) })}
            </button>
          ))}
        </div>
      )}
      {open && keeping.mine && !wall && <SetTo shown={minutes(left_ms)} most_ms={lengthOf(period, game.packet) || 99 * 60_000} set={(time) => keep(game.clock.set(time))} />}
      {keeping.mine && <div class="pair">
        {open && <button type="button" class="button button--team" onClick={() => (toPlay_ms > 0 ? setAsked(last.id) : end())}>{t('clock.end')}</button>}
        {open && !wall && <button type="button" class="button button--team button--main" onClick={() => keep(running ? game.clock.stop() : game.clock.start())}>{t(running ? 'clock.stop' : 'clock.start')}</button>}
        {coming !== null && <button type="button" class="button button--team button--main" onClick={() => keep(startPeriod(game, coming))}>{t('clock.begin')} · {periodName(coming)}</button>}
      </div>}
      <Facts />
      {keeping.mine && <label class="toggle"><input type="checkbox" checked={wall} disabled={running} onChange={() => changeWall(game)} /><span>{t('clock.by_wall')}</span></label>}
      <label class="toggle"><input type="checkbox" checked={!muted.value} onChange={changeMuted} /><span>{t('sound')}</span></label>
      {keeping.mine && !wall && <button type="button" class="button button--quiet" onClick={() => openSheet('clock-call')}>{t('clock.mode')}</button>}
    </Sheet>
  );
}

/** The time as the board shows it, typed: it may be minutes off. A keypad of digits has no colon. */
function SetTo({ shown, most_ms, set }: { shown: string; most_ms: number; set(left_ms: number): void }) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const act = (event: Event) => {
    event.preventDefault();
    const [, m, s] = /^(\d{1,2}):?([0-5]\d)$/.exec(typed.trim()) ?? [];
    const time_ms = milliseconds(`${m}:${s}`);
    const isTime = s !== undefined && time_ms <= most_ms;
    setWrong(!isTime);
    if (!isTime) return;
    set(time_ms);
    setTyped('');
  };
  return (
    <form class="clock-set" onSubmit={act}>
      <label for="clock-set">{t('clock.set_to')}</label>
      <input id="clock-set" class="input num" inputMode="numeric" autocomplete="off" maxLength={5} placeholder={shown} value={typed} aria-invalid={wrong} aria-describedby={wrong ? 'clock-set-wrong' : undefined}
        onInput={(event) => { setTyped(event.currentTarget.value); setWrong(false); }} />
      <button type="submit" class="button">{t('clock.put')}</button>
      {wrong && <p class="field__error" id="clock-set-wrong" role="alert">{t('clock.set_wrong', { most: minutes(most_ms) })}</p>}
    </form>
  );
}

/** What the rulebook says of the time between and around the periods; nothing where it is silent. */
function Facts() {
  const game = useGame();
  const { break_s, warm_up_s, change_buzzers } = rulebookOf(game).screen;
  const lengths: [Key, number | null][] = [['clock.break', break_s], ['clock.warm_up', warm_up_s], ['clock.change_every', buzzerOf(game, change_buzzers)]];
  const facts = lengths.flatMap(([key, seconds]) => (seconds ? [t(key, { time: minutes(seconds * 1000) })] : []));
  for (const { period, over_ms } of limitsOf(game)) facts.push(t('clock.over_at', { period: periodName(period), time: timeOf(game, new Date(over_ms).toISOString()) }));
  return facts.length ? <p class="quiet">{facts.join(' · ')}</p> : null;
}

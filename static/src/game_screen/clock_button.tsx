// The clock's one button: start a period, start, stop, end a period, whichever comes next. On a phone that follows another's
// clock it says whose, and touches nothing. Where a call should have stopped it and it runs on, it is amber and puts the clock
// back to that call: nobody can tap a penalty and the clock at once.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Draft, OpenGame } from '../game';
import { openSheet } from '../screens/route';
import { settle } from '../screens/settling';
import { t, word } from '../words/t';
import { isClosed } from './closed';
import { milliseconds, minutes } from './clock_words';
import { dueStop } from './due_stop';
import { shotWaits } from './flags';
import { keepingOf } from './keeping';
import { isPlayedOut, isShotsAlone } from './left_to_play';
import { useNow } from './moment';
import { useOneTap } from './one_tap';
import { useGame } from './open';
import { callsOf, rulebookOf, sheetOf, type CallView } from './reading';
import { counting } from './standing';
import { wallRules } from './wall_clock';
import { periodName, typeName } from './wording';

interface Step { words: string; detail: string; act(): Promise<void> | void; running: boolean; starts?: true; follows?: true; clock?: true; quiet?: true; closed?: true }

/** The element that says what a call is that is made now. */
export const CLOSED = 'log-is-closed';

export function ClockButton() {
  const game = useGame();
  const [failed, setFailed] = useState(false);
  const once = useOneTap();
  const step = nextStep(game, useNow());
  const due = step.running && !step.follows ? dueStop(game) : undefined;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => { if (due?.clock) settle(button.current); }, [due?.clock]); // it does something else now
  const stopAt = (clock: string) => game.log({ type: 'clock', action: 'stop', clock } as Draft);
  const act = () => (due?.clock ? stopAt(due.clock) : step.act());
  const tap = () => once(() => void Promise.resolve(act()).then(() => { setFailed(false); navigator.vibrate?.(15); }, () => setFailed(true)));
  return (
    <button ref={button} type="button" class={`button dock__button dock__start${due ? ' button--act' : step.running || step.follows || step.quiet || (step.starts && shotWaits(game)) ? '' : ' is-stopped'}`} onClick={tap}>
      <span>{failed ? t('not_saved.head') : due?.clock ? t('clock.stop_at', { time: minutes(milliseconds(due.clock)) }) : step.words}</span>
      <span class="button__detail" id={step.closed && CLOSED}>{due ? word(`stop.${due.reason}`) : step.detail}</span>
    </button>
  );
}

/** What the keeper does next; on any other phone, that it follows, or that the clock had better be taken. */
function nextStep(game: OpenGame, now_ms: number): Step {
  const step = keepersStep(game);
  const { mine, name, silent } = keepingOf(game, now_ms);
  if (mine || !step.clock) return step;
  if (silent) return { words: t('clock.take'), detail: t('clock.silent', { name }), running: false, act: () => game.clock.take() };
  return { words: t('clock.of', { name }), detail: t(step.running ? 'clock.running' : 'clock.stopped'), running: false, follows: true, act: () => openSheet('clock') };
}

function keepersStep(game: OpenGame): Step {
  const { period, running, left_ms } = game.clock.state.value;
  const last = lastOfPeriods(game);
  if (isClosed(game)) return { words: t('clock.closed'), detail: t('dock.closed'), running: false, quiet: true, closed: true, act: () => openSheet('sign-off') };
  const signOff = { words: t('clock.sign_off'), detail: '', running: false, act: () => openSheet('sign-off') };
  const sheet = sheetOf(game);
  if (sheet && isPlayedOut(sheet) && (!running || wallRules(game))) return signOff;
  const coming = comingPeriod(game);
  const open = last?.type === 'period_start' ? last : undefined;
  if (open?.period === 'SO') return { words: t('clock.title'), detail: periodName(open.period), running: false, quiet: true, act: () => openSheet('clock') };
  if (open && wallRules(game)) return { words: t('clock.title'), detail: periodName(open.period), running: false, quiet: true, act: () => openSheet('clock') };
  if (open && running) return { words: t('clock.stop'), detail: periodName(period), running: true, clock: true, act: () => game.clock.stop() };
  if (open && left_ms <= 0) return { words: t('clock.end'), detail: periodName(open.period), running: false, clock: true, act: () => endPeriod(game) };
  if (open) return { words: t('clock.start'), detail: periodName(period), running: false, starts: true, clock: true, act: () => game.clock.start() };
  if (coming === null && sheet?.penalty_shots.length) return { words: t('act.penalty_shot'), detail: typeName('penalty_shot'), running: false, act: () => openSheet('penalty-shot') };
  if (coming === null) return signOff;
  const act = () => (coming === 'SO' ? openSheet('shootout-attempt') : startPeriod(game, coming));
  return { words: t('clock.begin'), detail: periodName(coming), running: false, clock: true, act };
}

/** The call that began or ended a period last. */
export const lastOfPeriods = (game: OpenGame): CallView | undefined => counting(callsOf(game)).findLast(({ type }) => type === 'period_start' || type === 'period_end');

/** The period that comes next; null while one is open, after the last, and where by the rules none follows: the end has come, or
 * penalty shots alone are left. */
export function comingPeriod(game: OpenGame): number | string | null {
  const { periods } = rulebookOf(game).screen;
  const sheet = sheetOf(game);
  const last = lastOfPeriods(game);
  if (last?.type === 'period_start' || (sheet && (isPlayedOut(sheet) || isShotsAlone(sheet)))) return null;
  return periods[last ? periods.indexOf(last.period ?? 0) + 1 : 0] ?? null;
}

/** The clock is started by a tap of its own: in between stands whose puck it is. */
export const startPeriod = (game: OpenGame, period: number | string): Promise<void> => game.log({ type: 'period_start', period } as Draft);

/** It stops the clock by itself, so that one tap takes both back. */
export const endPeriod = (game: OpenGame): Promise<void> => game.log({ type: 'period_end' } as Draft);

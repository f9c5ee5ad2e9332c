// The count-down beside the signal (warm-up, free play, clearing, a break): seen, and felt and heard when it ends.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Draft } from '../game';
import { now_ms, skew_ms } from '../server_time';
import { t } from '../words/t';
import { minutes } from './clock_words';
import { countedDown, lastOfPlay, warmUpOf, type CountDown } from './counted_down';
import { signals } from './flags';
import { useOneTap } from './one_tap';
import { useGame } from './open';
import { signalled } from './sounds';
import { callsOf, rulebookOf, sheetOf } from './reading';
import { counting } from './standing';

/** How long "Over" stays, where play goes on by itself. */
const OVER_MS = 2_000;

export function Countdown() {
  const game = useGame();
  const [started, setStarted] = useState<CountDown | null>(null);
  const once = useOneTap();
  const { screen } = rulebookOf(game);
  const { period, running: ticks } = game.clock.state.value;
  const calls = counting(callsOf(game));
  const counted = countedDown(calls, sheetOf(game), screen);
  const last = lastOfPlay(calls)?.id;
  const running = started?.key === last && started ? started : counted;
  const isShort = running?.of === 'play' || (running?.of === 'timeout' && ticks);
  if (running && !(isShort && running.began_ms + running.whole_s * 1000 + OVER_MS < now_ms())) return <Bar key={running.key} running={running} />;
  if (period === null && screen.warm_up_s && !warmUpOf(calls)) {
    const start = () => void game.log({ type: 'clock', action: 'start' } as Draft).catch(() => undefined);
    return <Start seconds={screen.warm_up_s} words={t('countdown.warm_up')} start={() => once(start)} />;
  }
  const seconds = signals(game).find((ruling) => ruling.seconds && ruling.code === 'restart')?.seconds;
  if (!seconds || !last) return <span class="countdown" aria-hidden="true" />;
  return <Start seconds={seconds} words={t('countdown.start')} start={() => setStarted({ key: last, of: 'play', began_ms: now_ms(), whole_s: seconds })} />;
}

function Start({ seconds, words, start }: { seconds: number; words: string; start(): void }) {
  return (
    <button type="button" class="countdown countdown--start" onClick={start}>
      <span class="countdown__figure num">{seconds > 99 ? minutes(seconds * 1000) : seconds}</span><span>{words}</span>
    </button>
  );
}

/** How often the page was come back to: what moves by itself stands still while a phone sleeps. */
function useSeenAgain(): number {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    const seen = () => { if (!document.hidden) setTimes((before) => before + 1); };
    const listening = new AbortController();
    document.addEventListener('visibilitychange', seen, listening);
    addEventListener('pageshow', seen, listening);
    return () => listening.abort();
  }, []);
  return times;
}

/** When it ends, in ms since 1970. A stamp ahead of this phone's clock is of now: there is no more to count than the whole. */
function useEnd({ key, began_ms, whole_s }: CountDown): number {
  return useMemo(() => Math.min(began_ms, now_ms()) + whole_s * 1000, [key, began_ms, whole_s, skew_ms.value]);
}

/** Drawn anew with every second; its bar runs out by itself meanwhile, so that no tap waits for either. */
function Bar({ running }: { running: CountDown }) {
  const ends_ms = useEnd(running);
  const [left_ms, setLeft] = useState(ends_ms - now_ms());
  const seen = useSeenAgain();
  const gone = useMemo(() => `${Math.round(ends_ms - now_ms() - running.whole_s * 1000)}ms`, [ends_ms, seen, skew_ms.value]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const left = ends_ms - now_ms();
      setLeft(left);
      if (left > 0) timer = setTimeout(tick, (left % 1000) + 5);
      else if (timer) signalled([200, 80, 200]);
    };
    tick();
    return () => clearTimeout(timer);
  }, [ends_ms, seen, skew_ms.value]);
  const over = left_ms <= 0;
  return (
    <span class={`countdown${over ? ' is-over' : ''}`} role="timer" aria-live="off" aria-label={t(`countdown.of.${running.of}`)}>
      <span key={gone} class="countdown__bar" style={{ '--whole': `${running.whole_s}s`, '--gone': gone }} />
      {running.of !== 'play' && <span class="countdown__of">{t(`countdown.of.${running.of}`)}</span>}
      <span class="countdown__figure num">{over ? t('countdown.over') : running.whole_s > 99 ? minutes(left_ms) : Math.ceil(left_ms / 1000)}</span>
    </span>
  );
}

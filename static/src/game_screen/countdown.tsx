// Count-downs that the rulebook gives (warm-up, free play, clearing, a break): seen, and felt and heard when they end.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ofGame, remember, remembered } from '../remembered';
import { t } from '../words/t';
import { minutes } from './clock_words';
import { signals } from './flags';
import { useGame } from './open';
import { signalled } from './sounds';
import { callsOf, identity, rulebookOf, sheetOf, triggerOf, type CallView } from './reading';
import { counting } from './standing';

interface Running { key: string; ends_ms: number; whole_s: number }

export function Countdown() {
  const game = useGame();
  const [started, setStarted] = useState<Running | null>(null);
  const calls = counting(callsOf(game));
  const last = calls.at(-1);
  const { countdowns, timeout } = rulebookOf(game).screen;
  const denied = sheetOf(game)?.rulings.some((ruling) => ruling.code === 'denied' && triggerOf(ruling) === last?.id);
  const given = last && !denied ? byRulebook(last, timeout ? [...countdowns, { after: 'timeout', seconds: timeout.seconds }] : countdowns) : null;
  const offered = signals(game).find((ruling) => ruling.seconds && (ruling.code === 'restart' || ruling.code === 'next'));
  const key = offered ? identity(offered) : '';
  const trigger = offered ? calls.find((call) => call.id === triggerOf(offered)) : undefined;
  const breaking = offered?.code === 'next' && trigger?.made_at
    ? { key, whole_s: offered.seconds ?? 0, ends_ms: Date.parse(trigger.made_at) + (offered.seconds ?? 0) * 1000 } : null;
  const warmingUp = useWarmUp();
  const running = started && started.key === key ? started : breaking ?? given ?? warmingUp.running;
  if (running && running.ends_ms > Date.now() - 2000) return <Bar running={running} />;
  if (warmingUp.start) return <Start seconds={warmingUp.seconds} words={t('countdown.warm_up')} start={warmingUp.start} />;
  if (!offered?.seconds || offered.code !== 'restart') return <span class="countdown" aria-hidden="true" />;
  const seconds = offered.seconds;
  return <Start seconds={seconds} words={t('countdown.start')} start={() => setStarted({ key, whole_s: seconds, ends_ms: Date.now() + seconds * 1000 })} />;
}

function Start({ seconds, words, start }: { seconds: number; words: string; start(): void }) {
  return (
    <button type="button" class="countdown countdown--start" onClick={start}>
      <span class="countdown__figure num">{seconds > 99 ? minutes(seconds * 1000) : seconds}</span><span>{words}</span>
    </button>
  );
}

/** Before the first period: begun by a tap, and the same after a reload. */
function useWarmUp(): { running: Running | null; seconds: number; start?: () => void } {
  const game = useGame();
  const key = ofGame('warm-up', game.id);
  const [ends_ms, setEnds] = useState(Number(remembered(key)));
  const seconds = rulebookOf(game).screen.warm_up_s ?? 0;
  if (!seconds || game.clock.state.value.period !== null || sheetOf(game)?.status === 'abandoned') return { running: null, seconds };
  const start = () => {
    const at_ms = Date.now() + seconds * 1000;
    remember(key, String(at_ms));
    setEnds(at_ms);
  };
  return ends_ms ? { running: { key, whole_s: seconds, ends_ms }, seconds } : { running: null, seconds, start };
}

function byRulebook(call: CallView, countdowns: { after: string; seconds: number }[]): Running | null {
  const rule = countdowns.find((one) => one.after === call.type);
  if (!rule || !call.made_at) return null;
  return { key: call.id, whole_s: rule.seconds, ends_ms: Date.parse(call.made_at) + rule.seconds * 1000 };
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

/** Drawn anew with every second; its bar runs out by itself meanwhile, so that no tap waits for either. */
function Bar({ running }: { running: Running }) {
  const [left_ms, setLeft] = useState(running.ends_ms - Date.now());
  const seen = useSeenAgain();
  const gone = useMemo(() => `${Math.round(running.ends_ms - Date.now() - running.whole_s * 1000)}ms`, [running.key, running.ends_ms, seen]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const left = running.ends_ms - Date.now();
      setLeft(left);
      if (left > 0) timer = setTimeout(tick, (left % 1000) + 5);
      else if (timer) signalled([200, 80, 200]);
    };
    tick();
    return () => clearTimeout(timer);
  }, [running.key, running.ends_ms]);
  const over = left_ms <= 0;
  return (
    <span class={`countdown${over ? ' is-over' : ''}`} role="timer" aria-live="off" aria-label={t('countdown.label')}>
      <span key={gone} class="countdown__bar" style={{ '--whole': `${running.whole_s}s`, '--gone': gone }} />
      <span class="countdown__figure num">{over ? t('countdown.over') : running.whole_s > 99 ? minutes(left_ms) : Math.ceil(left_ms / 1000)}</span>
    </span>
  );
}

// The game's clock on the screen: read from the log, written to the log. How long ago it was set is told by the stamps where
// that is first seen; from then on time passes by a clock that nobody sets, so that setting the phone's own neither stops nor
// ends a period. That one may stand still while the phone sleeps: who comes back is told by the stamps again, if they say more;
// that somebody set the phone's clock instead cannot be told from it, so that it is doubted until the server has told its time.
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import { faceAt, lastSet, written, type ClockFace } from './clock_face';
import { now_ms, skew_ms, told } from './server_time';
import type { Call, Draft, Packet } from './generated/calls';

export interface GameClock {
  state: ReadonlySignal<ClockFace>; // anew with every second that passes
  doubt_ms: ReadonlySignal<number>; // of the time that has passed, what the phone's own clock alone says
  start(): Promise<void>;
  stop(): Promise<void>;
  set(left_ms: number): Promise<void>;
  take(): Promise<void>;            // from here on this phone keeps it, and the others follow
}

const SHOWN_AT_LEAST_MS = 250;
const DOUBTED_FROM_MS = 60_000;

/** The clock, `period` and `clock` of a call made now, and how to end its ticking. */
export interface RunningClock extends GameClock {
  stamp(draft: Draft): Draft;
  end(): void;
}

export function runClock(calls: ReadonlySignal<Call[]>, packet: ReadonlySignal<Packet>, log: (call: Draft) => Promise<void>): RunningClock {
  const set = computed(() => lastSet(calls.value, packet.value));
  let setAt_ms = NaN; // of the set that is counted from
  let began_ms = 0;   // when that was, by performance.now()
  const doubt_ms = signal(0);
  const byStamps = () => performance.now() - Math.max(0, now_ms() - setAt_ms);
  const present_ms = () => {
    const { at_ms } = set.peek();
    if (at_ms !== setAt_ms) {
      doubt_ms.value = 0;
      setAt_ms = at_ms;
      began_ms = byStamps();
    }
    return at_ms + performance.now() - began_ms;
  };
  const seen_ms = signal(present_ms());
  const state = computed(() => faceAt(set.value, Math.max(seen_ms.value, set.value.at_ms)));
  const now = () => faceAt(set.peek(), present_ms());

  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => { seen_ms.value = present_ms(); };
  const endTicking = effect(() => {
    clearTimeout(timer);
    const { running, left_ms } = state.value;
    if (running) timer = setTimeout(tick, Math.max(SHOWN_AT_LEAST_MS, (left_ms % 1_000) + 5));
  });
  const untilNow = effect(() => { if (set.value) tick(); });
  const corrected = effect(() => {
    skew_ms.value;
    began_ms = byStamps();
    tick();
  });
  const heard = effect(() => { if (told.value) doubt_ms.value = 0; });
  const listening = new AbortController();
  document.addEventListener('visibilitychange', () => {
    const more_ms = began_ms - byStamps();
    if (more_ms > DOUBTED_FROM_MS && now().running) doubt_ms.value = more_ms;
    began_ms -= Math.max(0, more_ms);
    tick();
  }, listening);

  const act = (action: 'start' | 'stop' | 'set', left_ms = now().left_ms) => log({ type: 'clock', action, clock: written(left_ms) });
  return {
    state,
    doubt_ms,
    start: async () => { if (!now().running) await act('start'); },
    stop: async () => { if (set.peek().running) await act('stop'); },
    set: (left_ms) => act('set', left_ms),
    take: () => act('set'),
    stamp: (draft) => {
      const { period, left_ms, kept } = now();
      const stamped = { ...draft };
      if (stamped.period === undefined && period !== null) stamped.period = period;
      if (stamped.clock === undefined && kept && draft.type !== 'period_start' && stamped.period === period) stamped.clock = written(left_ms);
      return stamped;
    },
    end: () => {
      endTicking();
      untilNow();
      corrected();
      heard();
      listening.abort();
      clearTimeout(timer);
    },
  };
}

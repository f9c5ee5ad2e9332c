// The game clock as the log tells it: from `clock`, `period_start` and `period_end` calls, until the log is closed, so that it
// survives a reload and every phone shows the same. Time passes by the stamps' clock, which is the phone's own corrected by the
// server's.
import { millisecondsOf } from './hlc';
import type { Call, Packet, Period } from './generated/calls';

export interface ClockFace {
  period: Period | null;      // null: no period has begun
  running: boolean;
  left_ms: number;            // at the moment of reading
  kept: boolean;              // whether anybody started, stopped or set it in this period: if nobody did, it tells no call's time
  keeper: string | null;      // the device that began it or took it last: the others follow
  overruled: ReadonlyMap<string, number>; // by device, in this period: its starts and stops that do not count, for another had taken the clock
}

/** The clock where the log left it, and when that was (ms since 1970). */
export interface LastSet extends ClockFace {
  at_ms: number;
}

/** `calls` that count, in canonical order. Where two phones kept the clock at once, unheard of by each other, the one that took it
 * last keeps it: what the other starts and stops after that does not count. */
export function lastSet(calls: Call[], packet: Packet): LastSet {
  let set: LastSet = { period: null, running: false, left_ms: lengthOf(1, packet), kept: false, keeper: null, overruled: new Map(), at_ms: 0 };
  let keptBy: string | undefined; // the keeper's official: a phone may have taken a new device id meanwhile
  for (const call of standing(calls)) {
    if (call.type === 'sign_off' || call.type === 'abandon') {
      const at_ms = millisecondsOf(call.hlc);
      return { ...faceAt(set, at_ms), at_ms, running: false };
    }
    if (call.type !== 'clock' && call.type !== 'period_start' && call.type !== 'period_end') continue;
    if (call.type === 'clock' && call.action.endsWith('_time')) continue; // how time runs is the sheet's to say: whoever decides it need not keep the clock
    if (set.period === null && call.type === 'clock' && call.period === undefined) continue; // the warm-up's
    const isKeepers = set.keeper === null || set.keeper === call.device || (keptBy !== undefined && keptBy === call.made_by);
    if (!isKeepers && call.type === 'clock' && (call.action === 'start' || call.action === 'stop')) {
      set = { ...set, overruled: new Map([...set.overruled, [call.device, (set.overruled.get(call.device) ?? 0) + 1]]) };
      continue;
    }
    const takes = isKeepers || (call.type === 'clock' && call.action === 'set');
    const at_ms = millisecondsOf(call.hlc);
    const now = faceAt(set, at_ms);
    const said_ms = millisecondsLeft(call.clock);
    const isShown = call.clock === written(now.left_ms); // then its whole seconds say no more than is known
    const period = call.period ?? now.period;
    set = { ...now, at_ms, period, left_ms: isShown ? now.left_ms : said_ms ?? now.left_ms };
    if (takes) {
      keptBy = call.made_by;
      set = { ...set, keeper: call.device, overruled: new Map([...set.overruled].filter(([device]) => device !== call.device)) };
    }
    if (call.type === 'period_start') set = { ...set, kept: false, overruled: new Map(), running: false, left_ms: said_ms ?? lengthOf(period, packet) };
    else if (call.type === 'period_end') set = { ...set, running: false };
    else set = { ...set, kept: true, running: call.action === 'set' ? set.running : call.action === 'start' };
  }
  return set;
}

/** The clock at a moment, in ms since 1970. It stops by itself at zero. */
export function faceAt({ at_ms, ...face }: LastSet, now_ms: number): ClockFace {
  if (!face.running) return face;
  const left_ms = Math.max(0, face.left_ms - Math.max(0, now_ms - at_ms));
  return { ...face, left_ms, running: left_ms > 0 };
}

/** `MM:SS` as a scoreboard shows it: a second stands until it is over. */
export function written(left_ms: number): string {
  const seconds = Math.ceil(left_ms / 1_000);
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** How the clock runs as the game begins; from then on the sheet tells. */
export const timingOf = ({ rulebook, game_file }: Packet): 'stop' | 'running' => game_file.game.timing ?? rulebook.timing;

/** How long a period lasts, by how the game is timed; 0 for a shoot-out. */
export function lengthOf(period: Period | null, packet: Packet): number {
  const { periods, period_s, overtimes_s } = packet.rulebook.screen;
  const seconds = typeof period === 'string'
    ? overtimes_s[periods.filter((one) => typeof one === 'string' && one !== 'SO').indexOf(period)]
    : period_s[timingOf(packet)];
  return (seconds ?? 0) * 1_000;
}

function millisecondsLeft(clock: string | undefined): number | undefined {
  const found = /^(\d+):(\d\d)$/.exec(clock ?? '');
  return found ? (Number(found[1]) * 60 + Number(found[2])) * 1_000 : undefined;
}

/** The calls without those that a standing void names. */
function standing(calls: Call[]): Call[] {
  const voided = new Set<string>();
  for (const call of [...calls].reverse()) if (call.type === 'void' && !voided.has(call.id)) voided.add(call.call);
  return calls.filter(({ id }) => !voided.has(id));
}

// What the rules say, sorted by what it asks of the referee: an act, a signal until play goes on, or only to know.
import type { OpenGame } from '../game';
import { GRAVE } from '../generated/calls';
import { PLAY } from './counted_down';
import { callsOf, identity, sheetOf, triggerOf, type CallView, type Ruling, type SheetView } from './reading';
import { lastMinutes } from './last_minutes';
import { counting, standing } from './standing';

export type Tone = 'act' | 'out' | 'wait';
export interface Flag { key: string; ruling: Ruling; tone: Tone; trigger: CallView | null }

/** Somebody is out: red. What is to be done at once comes first. */
export const OUT = ['player_ejected', 'goalie_disqualified', 'team_disqualified', 'staff_ejected', 'game_forfeited', 'player_suspended', 'staff_suspended', 'ineligible'];
/** Kept until the referee has acted. */
const ACT = ['penalty_due', 'bench_minor', 'short_lineup', 'lineup_fault', 'denied', 'shooter_ineligible', 'report_required', 'question', 'possible_duplicate', 'delayed', 'penalty_shot', 'goal_disallowed'];
/** A signal that holds until play goes on. */
const SIGNALS = ['restart', 'next', 'goal_allowed', 'shootout_won', 'clock', 'serve', 'warning'];
/** Asked before the call is confirmed, because the call may not be what was meant; a number on no roster was just typed in. */
const DOUBTFUL = ['ineligible', 'denied', 'shooter_ineligible', 'lineup_fault', 'short_lineup'];
/** Asked before all that rests on the second of the two calls. */
const LOOKALIKE = 'possible_duplicate';
export const asksFirst = (ruling: Ruling): boolean =>
  !ruling.overridden && ((GRAVE as readonly string[]).includes(ruling.code) || (DOUBTFUL.includes(ruling.code) && ruling.reason !== 'not_rostered')) || (ruling.code === 'next' && ruling.what === 'final');

/** A call that says that play goes on. */
export const goesOn = (call: CallView): boolean => PLAY.includes(call.type) || (call.type === 'clock' && call.action === 'start');

export function toneOf(ruling: Ruling): Tone {
  if (OUT.includes(ruling.code)) return 'out';
  return ACT.includes(ruling.code) ? 'act' : 'wait';
}

/** Rulings that need an act and have not had it, in the order in which they arose: new ones come last, so nothing moves. */
export function openFlags(game: OpenGame): Flag[] {
  const sheet = sheetOf(game);
  if (!sheet) return [];
  const calls = counting(callsOf(game));
  const asks = (ruling: Ruling) => (OUT.includes(ruling.code) || ACT.includes(ruling.code)) && !ruling.overridden;
  const open = sheet.rulings.filter((ruling) => asks(ruling) && !isSettled(ruling, calls, sheet));
  const doubted = doubtedOf(open);
  return open.filter((ruling) => !restsOn(ruling, doubted)).map((ruling) => flagOf(game, ruling));
}

/** Calls that may be others over again, as long as nobody has said whether they are: what rests on them is not asked for yet. */
const doubtedOf = (open: Ruling[]): Set<string> => new Set(open.filter(({ code }) => code === LOOKALIKE).map(triggerOf));

const restsOn = ({ code, because }: Ruling, calls: Set<string>): boolean => code !== LOOKALIKE && because.some((id) => calls.has(id));

/** What waits for the answer whether `lookalike` is one event. */
export function waitsFor(game: OpenGame, lookalike: Ruling): Ruling[] {
  const sheet = sheetOf(game);
  const doubted = new Set([triggerOf(lookalike)]);
  return sheet?.rulings.filter((ruling) => toneOf(ruling) !== 'wait' && !ruling.overridden && restsOn(ruling, doubted)) ?? [];
}

export function flagOf(game: OpenGame, ruling: Ruling): Flag {
  const trigger = standing(callsOf(game)).find((entry) => entry.call.id === triggerOf(ruling))?.call ?? null;
  return { key: identity(ruling), ruling, tone: toneOf(ruling), trigger };
}

/** What to signal now: the last of each kind since play last went on, and what is only to know. */
export function signals(game: OpenGame): Ruling[] {
  const sheet = sheetOf(game);
  if (!sheet) return [];
  const calls = counting(callsOf(game));
  const since = calls.findLastIndex(goesOn);
  const recent = new Set(calls.slice(Math.max(since, 0)).map((call) => call.id));
  const stopped = (ruling: Ruling) => ruling.code === 'clock' && ruling.mode === 'stop' && !game.clock.state.value.running;
  const shown = (ruling: Ruling) => (SIGNALS.includes(ruling.code) || ruling.code === 'one_away') && !ruling.overridden && !stopped(ruling);
  return [...sheet.rulings.filter((ruling) => shown(ruling) && recent.has(triggerOf(ruling))), ...lastMinutes(game).filter(shown)];
}

function isSettled(ruling: Ruling, calls: CallView[], sheet: SheetView): boolean {
  const trigger = triggerOf(ruling);
  const isNow = ruling.code === 'penalty_shot' && ruling.when === 'end_of_game' && isShotDue(ruling, sheet); // who takes it may have been settled before
  if (!isNow && isDone(ruling, calls)) return true;
  if (ruling.code === 'ineligible' && hasLeftBefore(ruling, calls)) return true;
  if (ruling.code === 'penalty_due' || ruling.code === 'bench_minor') return isLogged(ruling, calls, sheet);
  if (ruling.code === 'penalty_shot' && !isShotDue(ruling, sheet) && ruling.shooter) return true;
  if (ruling.code === 'penalty_shot') return !sheet.penalty_shots.some((award) => award.award === trigger);
  if (ruling.code === 'report_required') return calls.some((call) => (call.type === 'report' && call.about === trigger) || (call.type === 'sign_off' && call.id === trigger)); // told once more at sign-off: the penalty's own flag asks
  if (ruling.code === 'possible_duplicate') return calls.some((call) => call.type === 'same_event' && ruling.because.every((id) => call.calls?.includes(id)));
  return false;
}

const isDone = (ruling: Ruling, calls: CallView[]): boolean => calls.some((call) => call.type === 'done' && call.call === triggerOf(ruling) && call.code === ruling.code);

/** Whether whoever was said to be here has left before anybody played. */
function hasLeftBefore({ player, because }: Ruling, calls: CallView[]): boolean {
  const start = calls.findIndex(({ type }) => type === 'period_start');
  const here = calls.findIndex(({ id }) => id === because.at(-1));
  return calls.slice(here, start < 0 ? undefined : start).some((call) => call.type === 'depart' && call.player === player);
}

/** Whether the penalty that a ruling asks for was logged since: each answers one such ruling that nobody has dismissed. */
function isLogged(ruling: Ruling, calls: CallView[], { rulings }: SheetView): boolean {
  const isOne = (call: CallView) => call.type === 'penalty' && call.team === ruling.team && (ruling.code === 'bench_minor' ? call.class === 'bench_minor' : call.infraction === ruling.infraction);
  const placeOf = (one: Ruling) => calls.findIndex(({ id }) => id === triggerOf(one));
  const used = new Set<CallView>();
  for (const one of rulings.filter((other) => other.code === ruling.code && other.team === ruling.team && other.infraction === ruling.infraction && !other.overridden && !isDone(other, calls))) {
    const answer = calls.find((call, place) => place > placeOf(one) && isOne(call) && !used.has(call));
    if (answer) used.add(answer);
    if (identity(one) === identity(ruling)) return answer !== undefined;
  }
  return false;
}

/** Whether it asked whether something is one event or two, and was told. */
export const isAnswered = (game: OpenGame, ruling: Ruling): boolean =>
  ruling.code === LOOKALIKE && isSettled(ruling, counting(callsOf(game)), sheetOf(game)!);

/** Whether a shot is to be taken now: at once, or because the game is over but for its shots. */
export const isShotDue = (ruling: Ruling, { rulings }: SheetView): boolean =>
  ruling.when !== 'end_of_game' || rulings.some((other) => other.code === 'next' && other.what === 'penalty_shots' && !other.overridden);

/** Whether a shot that is due has not been taken. */
export function shotWaits(game: OpenGame): boolean {
  const sheet = sheetOf(game);
  if (!sheet?.penalty_shots.length) return false;
  const calls = counting(callsOf(game));
  const doubted = doubtedOf(sheet.rulings.filter((ruling) => !ruling.overridden && !isSettled(ruling, calls, sheet)));
  return sheet.rulings.some((ruling) => ruling.code === 'penalty_shot' && !ruling.overridden && isShotDue(ruling, sheet) && !restsOn(ruling, doubted));
}

/** A penalty whose shot is still to be taken: who was fouled is asked beside its flag, and can be said anew until then. */
export const asksFouled = (flag: Flag): boolean =>
  flag.ruling.code === 'penalty_shot' && flag.trigger?.type === 'penalty' && (!flag.ruling.shooter || !!flag.trigger.fouled);

/** Rulings of `now` that would no longer hold in `next`. */
export const whatFalls = (now: SheetView | null, next: SheetView): Ruling[] => whatFollows(next, now ?? next);

/** Rulings of `next` that `now` does not hold: what would follow. */
export function whatFollows(now: SheetView | null, next: SheetView): Ruling[] {
  const held = new Set((now?.rulings ?? []).filter((ruling) => !ruling.overridden).map(identity));
  const fresh = next.rulings.filter((ruling) => !ruling.overridden && !held.has(identity(ruling)));
  const weight = (ruling: Ruling) => (toneOf(ruling) === 'out' ? 0 : toneOf(ruling) === 'act' ? 1 : 2);
  return fresh.sort((one, other) => weight(one) - weight(other));
}

// A game's time is the rink's, wherever the phone thinks it is; where the two differ, the zone is named.
import { now_ms } from './server_time';

interface Start { starts_at: string; timezone: string }

const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' };
const DATE: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
const WALL: Intl.DateTimeFormatOptions = { day: 'numeric', hour: 'numeric', minute: 'numeric', hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn' };
const ZONE: Intl.DateTimeFormatOptions = { timeZoneName: 'short' };

/** "7:30 PM" on the rink's wall. */
export const timeAt = ({ starts_at, timezone }: Start): string => formatter(TIME, timezone).format(new Date(starts_at));

/** "Sat, Mar 7" at the rink. */
export const dayAt = ({ starts_at, timezone }: Start): string => formatter(DAY, timezone).format(new Date(starts_at));

/** An evening's games are one day's, also those that begin or end past midnight. */
const NIGHT_ENDS_H = 4;
const INTO_THE_EVENING_MS = 5 * 3_600_000; // from any moment of the night, also where the clocks change in it

/** Today at the rink, by the corrected clock; until four in the morning that is still the day before. */
export const isToday = ({ starts_at, timezone }: Start): boolean => dayOf(Date.parse(starts_at), timezone) === dayOf(now_ms(), timezone);

function dayOf(at_ms: number, timezone: string): string {
  const isNight = Number(part(formatter(WALL, timezone), new Date(at_ms))('hour')) < NIGHT_ENDS_H;
  return formatter(DATE, timezone).format(at_ms - (isNight ? INTO_THE_EVENING_MS : 0));
}

/** "EST" where the phone's clock would show another time at the game's start; '' where it shows the same. */
export function zoneOf({ starts_at, timezone }: Start): string {
  const start = new Date(starts_at);
  const wall = part(formatter(WALL, timezone), start);
  const same = [wall('day'), wall('hour'), wall('minute')].map(Number).join() === [start.getDate(), start.getHours(), start.getMinutes()].join();
  return same ? '' : part(formatter(ZONE, timezone), start)('timeZoneName') ?? timezone;
}

const made = new Map<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

/**
 * One of each zone is kept, for making one is most of the work, and a list of games asks for several a row. Where this browser
 * does not know the zone it is the phone's own, so that one game in a list costs no other; that one may change, and is not kept.
 */
function formatter(options: Intl.DateTimeFormatOptions, timeZone: string): Intl.DateTimeFormat {
  const ofThese = made.get(options) ?? new Map<string, Intl.DateTimeFormat>();
  made.set(options, ofThese);
  try {
    const kept = ofThese.get(timeZone) ?? new Intl.DateTimeFormat(undefined, { ...options, timeZone });
    ofThese.set(timeZone, kept);
    return kept;
  } catch {
    return new Intl.DateTimeFormat(undefined, options);
  }
}

const part = (format: Intl.DateTimeFormat, at: Date) => {
  const parts = format.formatToParts(at);
  return (wanted: Intl.DateTimeFormatPartTypes): string | undefined => parts.find(({ type }) => type === wanted)?.value;
};

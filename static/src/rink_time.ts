// A game's time is the rink's, wherever the phone thinks it is; where the two differ, the zone is named.
import { now_ms } from './server_time';

/** A zone that this browser knows; else the phone's own, so that one game in a list costs no other. */
function zoned(timeZone: string): Intl.DateTimeFormatOptions {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone });
    return { timeZone };
  } catch {
    return {};
  }
}

interface Start { starts_at: string; timezone: string }

/** "7:30 PM" on the rink's wall. */
export const timeAt = ({ starts_at, timezone }: Start): string => new Date(starts_at).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit', ...zoned(timezone) });

/** "Sat, Mar 7" at the rink. */
export const dayAt = ({ starts_at, timezone }: Start): string => new Date(starts_at).toLocaleDateString(undefined, { weekday: 'short', day: 'numeric', month: 'short', ...zoned(timezone) });

/** Today at the rink, by the corrected clock. */
export const isToday = ({ starts_at, timezone }: Start): boolean => dateAt(Date.parse(starts_at), timezone) === dateAt(now_ms(), timezone);

const dateAt = (moment_ms: number, timeZone: string): string => new Date(moment_ms).toLocaleDateString('en-CA', zoned(timeZone));

/** "EST" where the phone's clock would show another time at the game's start; '' where it shows the same. */
export function zoneOf({ starts_at, timezone }: Start): string {
  const start = new Date(starts_at);
  const shows = (options: Intl.DateTimeFormatOptions) => start.toLocaleString('en-CA', { dateStyle: 'short', timeStyle: 'short', ...options });
  if (shows({}) === shows(zoned(timezone))) return '';
  return new Intl.DateTimeFormat(undefined, { timeZone: timezone, timeZoneName: 'short' }).formatToParts(start).find(({ type }) => type === 'timeZoneName')?.value ?? timezone;
}

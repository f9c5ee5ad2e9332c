// Who is on the game: every phone that logs or follows it, as the server last told, this one as it is now.
import type { OpenGame } from '../game';
import { lostCalls } from '../lost_log';
import { account } from '../session';
import { t, tn } from '../words/t';

const SILENT_AFTER_MS = 120_000;

export interface PhoneOnGame {
  device: string;
  name: string;      // whose it is
  kind: string;      // "iPhone"; this phone's own log that the browser has cleared is named as that
  here: boolean;     // this phone
  received: number;  // calls that the server has of it
  owes: number;      // calls that it has told of and the server lacks
  heard_ms: number;  // when it was last heard, by the server's clock
  keeps: boolean;    // the clock
  left: boolean;     // it owes calls, and whose it is goes on on another phone
}

export function phonesOf(game: OpenGame): PhoneOnGame[] {
  const keeper = game.clock.state.value.keeper;
  const lost = new Set(lostCalls.value.filter((one) => one.here).map((one) => one.device));
  const all = game.devices.value.all.map(({ device, account: whose, official, phone, heard_at }, _, devices) => {
    const { upto, missing } = game.progress.value[device] ?? { upto: 0, missing: [] };
    const here = device === account.value?.device;
    const head = Math.max(upto, ...missing.map(([, last]) => last));
    const gaps = missing.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    const owes = here ? game.unsent.value : gaps;
    const left = owes > 0 && !here && whose !== null && devices.some((one) => one.account === whose && one.device !== device && Date.parse(one.heard_at) > Date.parse(heard_at));
    return { device, left, name: official ?? t('phones.nobody'), kind: lost.has(device) ? t('phones.lost') : phone ?? '', here, received: head - gaps, owes, heard_ms: Date.parse(heard_at), keeps: device === keeper };
  });
  return all.sort((a, b) => Number(b.here) - Number(a.here));
}

/** Whether a phone may hold calls that nobody has been told of: it was not heard when the server was last asked, or that was long ago. */
export const isSilent = ({ heard_ms, here }: PhoneOnGame, now_ms: number): boolean => !here && now_ms - heard_ms > SILENT_AFTER_MS;

/** "just now", "4 min ago", "2 h ago". */
export function ago(moment_ms: number, now_ms: number): string {
  const minutes = Math.floor(Math.max(0, now_ms - moment_ms) / 60_000);
  if (!minutes) return t('ago.now');
  return minutes < 60 ? tn('ago.minutes', minutes) : tn('ago.hours', Math.floor(minutes / 60));
}

/** Of the others, those that are known to owe calls and those that may. */
export function owing(game: OpenGame, now_ms: number): PhoneOnGame[] {
  return phonesOf(game).filter((phone) => !phone.here && (phone.owes > 0 || (isSilent(phone, now_ms) && mayHold(game, phone))));
}

/** Somebody who only looked in holds nothing. */
function mayHold(game: OpenGame, { device, received }: PhoneOnGame): boolean {
  const by = game.devices.value.all.find((one) => one.device === device)?.account;
  return received > 0 || game.packet.officials.some((official) => official.account === by);
}

/** Names of other officials of whom this phone does not know whether they log: the server told of no phone of theirs, long ago or never. */
export function notToldOf(game: OpenGame, now_ms: number): string[] {
  const { all, told_ms } = game.devices.value;
  if (now_ms - told_ms <= SILENT_AFTER_MS) return [];
  const told = new Set([account.value?.account, ...all.map((one) => one.account)]);
  return game.packet.officials.filter((official) => !told.has(official.account)).map(({ name }) => name);
}

// Has this phone lost its log? A browser may clear the database, and most of what could remember that there was one. A mark
// beside it, where it is left, says that it was this phone; else the server knows what this account's phones owe.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Owed } from './generated/calls';
import { named } from './practice';
import { remember, remembered } from './remembered';
import { change, kept } from './settings';
import type { CallRecord } from './stores';

/** Calls that never reached the server. `here`: this phone held them; else perhaps, and perhaps another one still does. */
export interface Lost extends Owed { here: boolean }

const PLACE = named('held');

const lost = signal<{ account: string; all: Lost[] }>({ account: '', all: [] });
const before = signal<number | null>(null);
const back = signal(0);

/** Of the signed-in official, until they have seen to it. */
export const lostCalls: ReadonlySignal<Lost[]> = computed(() => lost.value.all);

/** Where this phone had a log and has none: how many calls in it were not sent when it was last counted and are gone; null where none
 * are gone, or where there was no log. */
export const clearedWith: ReadonlySignal<number | null> = before;

/** How many calls of a lost log were put back at this start. */
export const putBack: ReadonlySignal<number> = back;

/** Note, by device, how many calls are on this phone alone. */
export function noteHeld(device: string, unsent: number): void {
  const held = heldBefore();
  if (held[device] !== unsent) remember(PLACE, JSON.stringify({ ...held, [device]: unsent }));
}

/** At start, `known`: whether anybody was known on this phone. `found`: calls that its log had lost, under the numbers that they had. */
export function lookForLoss(known: boolean, found: readonly CallRecord[]): void {
  const held = heldBefore();
  for (const { call: { device } } of found) held[device] = Math.max(0, (held[device] ?? 0) - 1);
  const gone = Object.values(held).reduce((sum, n) => sum + n, 0);
  if (found.length) remember(PLACE, JSON.stringify(Object.fromEntries(Object.entries(held).filter(([, n]) => n))));
  back.value = found.length;
  before.value = known || !Object.keys(held).length || (found.length && !gone) ? null : gone;
}

/** Whose session this is now: nobody else's calls are named. */
export async function recallLost(account: string | null): Promise<void> {
  const all = account ? (await kept('lost'))?.[account] ?? [] : [];
  if (account !== lost.value.account || JSON.stringify(all) !== JSON.stringify(lost.value.all)) lost.value = { account: account ?? '', all };
}

/** A sign-in of `account` that registered `device`, and what the server says is owed. A device that is known in this database has lost
 * nothing, and a call that was put back is here. */
export async function tellLoss(account: string, device: string, owing: Owed[], known: ReadonlySet<string>, unsent: readonly CallRecord[]): Promise<void> {
  const held = heldBefore();
  const told = new Set(((await kept('lost'))?.[account] ?? []).filter(({ here }) => here).map((one) => one.device));
  const heres = (owed: Owed) => unsent.filter(({ game, was }) => game === owed.game && was?.some((one) => one.device === owed.device)).length;
  const all = owing.filter((one) => !known.has(one.device)).map((one) => ({ ...one, calls: one.calls - heres(one), here: one.device in held || told.has(one.device) })).filter(({ calls }) => calls > 0);
  if (before.value !== null) {
    const others = Object.entries(held).filter(([one]) => !all.some((lost) => lost.device === one)); // who held what may sign in next
    remember(PLACE, JSON.stringify({ ...Object.fromEntries(others), [device]: 0 }));
  }
  before.value = null;
  await keepLost(account, all);
}

/** It has been seen to, by log, by paper or on the other phone. */
export const lossSeenTo = (): Promise<void> => keepLost(lost.value.account, []);

async function keepLost(account: string, all: Lost[]): Promise<void> {
  await change('lost', (of = {}) => ({ ...of, [account]: all }));
  lost.value = { account, all };
}

function heldBefore(): Record<string, number> {
  try {
    return JSON.parse(remembered(PLACE) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

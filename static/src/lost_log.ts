// Has this phone lost its log? A browser may clear the database, and most of what could remember that there was one. A mark
// beside it, where it is left, says that it was this phone; else the server knows what this account's phones owe.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Owed } from './generated/calls';
import { named } from './practice';
import { remember, remembered } from './remembered';
import { change, kept } from './settings';

/** Calls that never reached the server. `here`: this phone held them; else perhaps, and perhaps another one still does. */
export interface Lost extends Owed { here: boolean }

const PLACE = named('held');

const lost = signal<{ account: string; all: Lost[] }>({ account: '', all: [] });
const before = signal<number | null>(null);

/** Of the signed-in official, until they have seen to it. */
export const lostCalls: ReadonlySignal<Lost[]> = computed(() => lost.value.all);

/** Where this phone had a log and has none: how many calls in it were not sent when it was last counted; null where it has not. */
export const clearedWith: ReadonlySignal<number | null> = before;

/** Note, by device, how many calls are on this phone alone. */
export function noteHeld(device: string, unsent: number): void {
  const held = heldBefore();
  if (held[device] !== unsent) remember(PLACE, JSON.stringify({ ...held, [device]: unsent }));
}

/** At start, `known`: whether anybody is known on this phone. */
export function lookForLoss(known: boolean): void {
  const held = Object.values(heldBefore());
  before.value = known || !held.length ? null : held.reduce((sum, n) => sum + n, 0);
}

/** Whose session this is now: nobody else's calls are named. */
export async function recallLost(account: string | null): Promise<void> {
  const all = account ? (await kept('lost'))?.[account] ?? [] : [];
  if (account !== lost.value.account || JSON.stringify(all) !== JSON.stringify(lost.value.all)) lost.value = { account: account ?? '', all };
}

/** A sign-in of `account` that registered `device`, and what the server says is owed. A device that is known in this database has lost nothing. */
export async function tellLoss(account: string, device: string, owing: Owed[], known: ReadonlySet<string>): Promise<void> {
  const held = heldBefore();
  const told = new Set(((await kept('lost'))?.[account] ?? []).filter(({ here }) => here).map((one) => one.device));
  const all = owing.filter((one) => !known.has(one.device)).map((one) => ({ ...one, here: one.device in held || told.has(one.device) }));
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

// Has this phone lost its log? A browser may clear the database, and most of what could remember that there was one. A mark
// beside it, where it is left, says that it was this phone; else the server knows what this account's phones owe.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { transact } from './database';
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

/** How many calls of a lost log are back and wait for whoever logged them to sign in. */
export const putBack: ReadonlySignal<number> = back;

/** Note, by device, how many calls are on this phone alone. */
export function noteHeld(device: string, unsent: number): void {
  const held = heldBefore();
  if (held[device] !== unsent) remember(PLACE, JSON.stringify({ ...held, [device]: unsent }));
}

/** Hold the marks against the log: once what had a second copy is back, and after a sign-in. */
export async function lookForLoss(): Promise<void> {
  const held = heldBefore();
  const { live, found } = await transact(['identities', 'calls'], 'readonly', async (tx) => {
    const all = await tx.objectStore('identities').getAll();
    const back = new Set(all.filter(({ put_back }) => put_back).map(({ account }) => account));
    const unsent = back.size ? await tx.objectStore('calls').index('outbox').getAll() : [];
    return { live: all.length > back.size, found: unsent.filter(({ account }) => back.has(account)) };
  });
  const gone = Object.entries(held).reduce((sum, [device, n]) => sum + Math.max(0, n - known(found, device).length), 0);
  back.value = found.length;
  before.value = live || !Object.keys(held).length || (found.length && !gone) ? null : gone;
}

/** Those that have or had a number of this device's. */
const known = (records: readonly CallRecord[], device: string): CallRecord[] => records.filter(({ call, was = [] }) => [call, ...was].some((one) => one.device === device));

/** Calls were put back: those are not lost. */
export async function notLost(found: readonly CallRecord[]): Promise<void> {
  if (!found.length) return;
  await change('lost', (of = {}) => Object.fromEntries(Object.entries(of).map(([account, all]) => [account, without(all, found.filter((one) => one.account === account))])));
  await recallLost(lost.value.account);
  await lookForLoss();
}

/** What remains lost where these are here. */
const without = <One extends Owed>(all: readonly One[], here: readonly CallRecord[]): One[] =>
  all.map((one) => ({ ...one, calls: one.calls - known(here, one.device).filter(({ game }) => game === one.game).length })).filter(({ calls }) => calls > 0);

/** Whose session this is now: nobody else's calls are named. */
export async function recallLost(account: string | null): Promise<void> {
  const all = account ? (await kept('lost'))?.[account] ?? [] : [];
  if (account !== lost.value.account || JSON.stringify(all) !== JSON.stringify(lost.value.all)) lost.value = { account: account ?? '', all };
}

/** A sign-in of `account` that registered `device`, and what the server says is owed. A device that is `known` in this database has lost
 * nothing, and what is `unsent` here is not lost. */
export async function tellLoss(account: string, device: string, owing: Owed[], isKnown: ReadonlySet<string>, unsent: readonly CallRecord[]): Promise<void> {
  const held = heldBefore();
  const told = new Set(((await kept('lost'))?.[account] ?? []).filter(({ here }) => here).map((one) => one.device));
  const all = without(owing.filter((one) => !isKnown.has(one.device)), unsent).map((one) => ({ ...one, here: one.device in held || told.has(one.device) }));
  const stays = ([one, n]: [string, number]) => isKnown.has(one) || (n > known(unsent, one).length && !(before.value !== null && all.some((lost) => lost.device === one)));
  remember(PLACE, JSON.stringify({ ...Object.fromEntries(Object.entries(held).filter(stays)), [device]: unsent.length })); // who held what may sign in next
  await keepLost(account, all);
  await lookForLoss();
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

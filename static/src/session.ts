// Who is signed in on this phone. A token that the server no longer takes signs nobody off the game: all stays, logging
// goes on, and what is unsent waits until the same official has signed in again. Nobody else sees or sends it.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { randomId } from './call_id';
import { announce } from './changes';
import { allIdentities, identityOf, saveIdentity } from './device';
import { unsentCount, unsentOf } from './log';
import { recallLost, tellLoss } from './lost_log';
import { signedOutOfApp } from './notices/whose';
import { ask, Refused } from './request';
import { keep, kept } from './settings';
import type { DeviceAnswer, DeviceRequest } from './generated/calls';
import type { Identity } from './stores';

const current = signal<Identity | null>(null);

/** The official whose phone this is now; also while signed out by the server. */
export const account: ReadonlySignal<Identity | null> = current;

/** True where the server wants a new sign-in before it takes or gives anything. */
export const signedOut: ReadonlySignal<boolean> = computed(() => current.value !== null && current.value.token === null);

/** At start, and when another tab has signed somebody in or out: whoever was signed in last. */
export async function recallSession(): Promise<void> {
  const id = await kept('account');
  const identity = id ? (await identityOf(id)) ?? null : null;
  await recallLost(identity?.account ?? null);
  if (JSON.stringify(identity) !== JSON.stringify(current.value)) current.value = identity;
}

/** Officials who are not signed in and whose calls wait on this phone: nobody else sees them, and nobody else sends them. */
export async function othersWaiting(): Promise<{ name: string; username: string | undefined; unsent: number }[]> {
  const others = (await allIdentities()).filter(({ account }) => account !== current.value?.account);
  const waiting = await Promise.all(others.map(async ({ account, name, username }) => ({ name, username, unsent: await unsentCount(account) })));
  return waiting.filter(({ unsent }) => unsent > 0);
}

/** The signed-in official as the database has them: another tab may have signed them in anew. */
export async function latestIdentity(): Promise<Identity | null> {
  const identity = current.value && (await identityOf(current.value.account));
  if (!identity) return null;
  if (identity.token !== current.value?.token || identity.device !== current.value.device) current.value = identity;
  return identity;
}

/** Throws Refused (wrong, too many tries) or Offline. An official known on this phone keeps their device id. */
export async function signIn(typed: string, password: string): Promise<void> {
  const username = typed.trim().toLowerCase(); // as the server takes it
  const known = (await allIdentities()).find((one) => one.username === username);
  await registerAs(known, { username, password }, username);
}

/** With a one-time code from the sign-in page. Throws Refused or Offline. */
export async function signInWithCode(code: string): Promise<void> {
  const all = await allIdentities();
  await registerAs(current.value ?? (all.length === 1 ? all[0] : undefined), { code });
}

/** As a substitute, by the code of one game and a name. On a phone that this substitute has joined from before, their sign-in is
 * renewed where it is that game: they have calls here that nobody else sends, also where a restored server knows them no more.
 * Throws Refused or Offline. */
export async function joinByCode(code: string, official: string): Promise<void> {
  const known = (await allIdentities()).find((one) => isSubstitute(one) && folded(one.name) === folded(official));
  await registerAs(known, { code, official, ...(known?.joined && { joined: known.joined }) });
}

/** Joined by a game's code: neither a role in a league nor a name to sign in with. */
export const isSubstitute = ({ roles, username }: Identity): boolean => !roles.length && !username;

const folded = (name: string): string => name.trim().split(/\s+/).join(' ').toLowerCase();

/** With the device id that is known here, or a new one where that is somebody else's: a code does not say whose it is. */
async function registerAs(known: Identity | undefined, proof: Proof, username?: string): Promise<void> {
  try {
    await register(proof, known && !known.put_back ? known.device : randomId(), username);
  } catch (error) {
    if (!(known && error instanceof Refused && error.status === 409)) throw error;
    await register(proof, randomId(), username);
  }
}

/** Sign off this phone. With calls unsent `sure` is asked first, with their number; they stay on the phone in any case.
 * The server is told to take the token no more; without a network it is only forgotten here, and runs out by itself. */
export async function signOut(sure: (unsent: number) => boolean | Promise<boolean>): Promise<boolean> {
  const identity = current.value;
  if (!identity) return true;
  const unsent = await unsentCount(identity.account);
  if (unsent && !(await sure(unsent))) return false;
  await saveIdentity({ ...identity, token: null });
  await keep('account', null);
  await recallLost(null);
  current.value = null;
  announce('', 'session');
  const { token } = identity;
  void signedOutOfApp(identity.account, (forget) => leave(token, forget)).catch(() => undefined);
  return true;
}

/** Whether the server has heard that the token is no longer to be taken, nor notices sent to the endpoint, whoever told it of that. */
async function leave(token: string | null, forget?: string): Promise<boolean> {
  if (!token) return false;
  const forgot = !forget || await ask('/notices/push', { method: 'DELETE', token, body: { endpoint: forget } }).then(() => true, () => false);
  return ask('/devices/me', { method: 'DELETE', token }).then(() => forgot, () => false);
}

/** The server no longer takes this token. A newer one, got in another tab meanwhile, is left alone. */
export async function tokenRefused(token: string): Promise<void> {
  const identity = await latestIdentity();
  if (identity?.token === token) await become({ ...identity, token: null });
}

/** The signed-in official's identity has changed. */
export async function become(identity: Identity): Promise<void> {
  await saveIdentity(identity);
  if (current.value?.account === identity.account) current.value = identity;
  announce('', 'session');
}

type Proof = { username: string; password: string } | { code: string; official?: string; joined?: string };

async function register(proof: Proof, device: string, username?: string) {
  const request: DeviceRequest = { ...proof, device, name: phoneName() };
  const { body } = await ask<DeviceAnswer>('/devices', { body: request, done: 201 });
  const { id, name, language, roles } = body!.account;
  const before = await identityOf(id);
  const devices = new Set((await allIdentities()).filter((one) => !one.put_back).map((one) => one.device));
  const known = username ?? before?.username;
  const identity: Identity = { account: id, name, language, roles, device, token: body!.token, expires_at: body!.expires_at, ...(known ? { username: known } : {}), ...(body!.joined && { joined: body!.joined }) };
  await saveIdentity(identity);
  await tellLoss(id, device, body!.owing ?? [], devices, await unsentOf(id));
  await keep('account', id);
  current.value = identity;
  announce('', 'session');
}

/** What the list of devices calls this one: the system that it runs, for there is nothing else to go by. */
function phoneName(): string {
  const found = /iPhone|iPad|Android|Windows|Macintosh|Linux/.exec(navigator.userAgent);
  return found?.[0] === 'Macintosh' ? 'Mac' : found?.[0] ?? 'Phone';
}

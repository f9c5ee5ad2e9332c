// Who has notices on here. A browser has one subscription, for pages and the referee's app alike, and everybody who turned
// notices on by a tap is told by it, until they turn them off or sign out where they had tapped.
const ON = 'notices on';
const TOLD = 'notices told';
/** Where a build before kept the one who had them on: `app of X` where X had turned them on in the app. */
const ONE_ALONE = 'notices of';
const IN_APP = 'app of ';

type By = 'app' | 'page';

/** By account: where it turned them on last. */
function all(): Map<string, By> {
  try {
    return new Map(JSON.parse(localStorage.getItem(ON) ?? ofOneAlone()) as [string, By][]);
  } catch {
    return new Map();
  }
}

/** Taken over once, as it is kept now. */
function ofOneAlone(): string {
  const one = localStorage.getItem(ONE_ALONE);
  if (!one) return '[]';
  const by: By = one.startsWith(IN_APP) ? 'app' : 'page';
  keep(new Map([[by === 'app' ? one.slice(IN_APP.length) : one, by]]));
  localStorage.removeItem(ONE_ALONE);
  return localStorage.getItem(ON)!;
}

const keep = (those: Map<string, By>) => localStorage.setItem(ON, JSON.stringify([...those]));

/** Where the account turned them on, if it did. */
export const turnedOnBy = (account: string): By | undefined => all().get(account);

/** The account has just turned them on. */
export const turnedOn = (account: string, by: By): void => keep(all().set(account, by));

/** The account has them no more; whether nobody else has. */
export function turnedOff(account: string): boolean {
  const left = all();
  left.delete(account);
  keep(left);
  sessionStorage.removeItem(TOLD);
  return left.size === 0;
}

/** Whether the server was told that the account has this subscription, since this window was opened. */
export const isTold = (account: string, held: PushSubscription): boolean => sessionStorage.getItem(TOLD) === telling(account, held);
export const wasTold = (account: string, held: PushSubscription): void => sessionStorage.setItem(TOLD, telling(account, held));
const telling = (account: string, held: PushSubscription) => `${account} ${held.endpoint}`;

/** The account signs out of the app: what it turned on there ends, without a network too. Where the server does not hear of it
 * (`hears`, of an endpoint to forget), the browser lets the subscription go for all: with their next visit the others have another. */
export async function signedOutOfApp(account: string, hears: (forget?: string) => Promise<boolean>): Promise<void> {
  const ends = turnedOnBy(account) === 'app';
  const held = ends ? await subscription().catch(() => null) : null;
  const heard = hears(held?.endpoint);
  if (ends && (turnedOff(account) || !await heard)) await held?.unsubscribe();
}

export async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

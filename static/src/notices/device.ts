// Notices on this device: what the browser allows, its subscription, and the server told of it. A subscription goes quietly,
// and the event that should say so rarely comes: with every visit it is told anew, and made anew where it has gone.
import { answered, keyOf, Refused, tell, type Asks, type Told } from './told_server';
import { isTold, subscription, turnedOff, turnedOn, turnedOnBy, wasTold } from './whose';

const SUBSCRIBES_WITHIN_MS = 15_000;
const WORKER_WITHIN_MS = 20_000;

/** How it stands for an account. `install`: an iPhone's browser shows none before the app is on the Home Screen. */
export type Here = 'insecure' | 'install' | 'unsupported' | 'ask' | 'denied' | 'off' | 'on';

/** Why turning it on came to nothing. */
export class NotOn extends Error {
  constructor(readonly why: 'no_answer' | 'no_worker' | 'refused' | 'not_told') { super(why); }
}

export async function here(account: string): Promise<Here> {
  if (!isSecureContext) return 'insecure';
  if (isApple() && !isInstalled()) return 'install';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  if (Notification.permission === 'default') return 'ask';
  return (await subscription()) && turnedOnBy(account) ? 'on' : 'off';
}

/** From a tap alone: a browser asks for permission then or never. Throws NotOn. */
export async function turnOn(account: string, by: Asks = answered): Promise<Here> {
  if (await Notification.requestPermission() !== 'granted') return here(account);
  await subscribe(await subscription(), { turned_on: true }, by).catch((why: unknown) => { throw why instanceof NotOn ? why : new NotOn('not_told'); });
  turnedOn(account, by === answered ? 'page' : 'app');
  return here(account);
}

/** Whether a worker is there to show what comes. */
export const workerRuns = async (): Promise<boolean> => Boolean((await navigator.serviceWorker?.getRegistration('/'))?.active);

/** Tell the server of the subscription that the account has turned on, once in a while that a window is open. What the app has
 * turned on is the app's to tell, for it ends when that signs out. */
export async function keepTold(account: string, by: Asks = answered): Promise<void> {
  try {
    const on = turnedOnBy(account);
    if (!on || (on === 'app' && by === answered) || !['on', 'off'].includes(await here(account))) return;
    const held = await subscription();
    if (held && isTold(account, held)) return;
    await (held ? told(held, by) : subscribe(null, {}, by));
    wasTold(account, (await subscription())!);
  } catch {
    // Without a network, or without storage: with the next page, then.
  }
}

/** No more notices here, for the account that is signed in. The browser keeps its subscription for whoever else has them on. */
export async function takeBack(account: string, by: Asks = answered): Promise<void> {
  if (!turnedOnBy(account)) return;
  const held = await subscription();
  if (held) await by('/notices/push', 'DELETE', { endpoint: held.endpoint });
  if (turnedOff(account)) await held?.unsubscribe();
}

/** The account signs out of the pages: what it turned on there ends. The server forgets what it is told of (`endpoint`) as it signs out. */
export async function signedOutOfPages(account: string, tell: (endpoint: string) => void): Promise<void> {
  const on = turnedOnBy(account);
  if (on === 'app') return;
  const held = await subscription();
  if (held) tell(held.endpoint);
  if (on && turnedOff(account)) await held?.unsubscribe();
}

/** What the server knows of this device's subscription, told anew: one of an earlier key, or of a key that a restored server has lost, gives way to one of its key now. */
export async function told(held: PushSubscription, by: Asks = answered): Promise<Told> {
  const said = await tell(held, {}, by).catch((why: unknown) => {
    if (why instanceof Refused && why.error === 'unknown_key') return null;
    throw why;
  });
  return said && !said.resubscribe ? said : subscribe(held, {}, by);
}

/** Have a subscription of the server's key now; in the place of what was held. Others who have notices on here tell of it with their next visit. */
async function subscribe(held: PushSubscription | null, more: { turned_on?: true }, by: Asks): Promise<Told> {
  const { key } = await by<{ key: string }>('/notices/push', 'GET');
  const made = await ask(key);
  return tell(made, { ...more, was: held && held.endpoint !== made.endpoint ? { endpoint: held.endpoint } : undefined }, by);
}

/** A subscription of that key; one of another goes. By turns: two scripts of a page may find out at once that theirs is of another. */
const ask = (key: string): Promise<PushSubscription> => navigator.locks.request('push subscription', () => askAlone(key));

async function askAlone(key: string): Promise<PushSubscription> {
  void navigator.serviceWorker.register('/worker.js', { scope: '/', updateViaCache: 'none' }).catch(() => undefined);
  const registration = await within(WORKER_WITHIN_MS, navigator.serviceWorker.ready, 'no_worker');
  const held = await registration.pushManager.getSubscription();
  if (held && keyOf(held) !== key) await held.unsubscribe();
  const asked = registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return within(SUBSCRIBES_WITHIN_MS, asked.catch(() => { throw new NotOn('refused'); }), 'no_answer');
}

/** A push service that is away leaves `subscribe` open for ever. */
function within<Result>(limit_ms: number, promise: Promise<Result>, why: NotOn['why']): Promise<Result> {
  return new Promise((settle, fail) => {
    const timer = setTimeout(() => fail(new NotOn(why)), limit_ms);
    promise.then(settle, fail).finally(() => clearTimeout(timer));
  });
}

/** An iPad says that it is a Mac, and has a touch screen. */
const isApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const isInstalled = () => matchMedia('(display-mode: standalone)').matches || Boolean((navigator as { standalone?: boolean }).standalone);

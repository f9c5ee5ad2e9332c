// Notices on this device: what the browser allows, its subscription, and the server told of it. A subscription goes quietly,
// and the event that should say so rarely comes: it is told anew with every visit.
import { answered, keyOf, Refused, tell, type Asks, type Told } from './told_server';
import { areOf, isTold, subscription, turnedOff, turnedOn, wasTold } from './whose';

const SUBSCRIBES_WITHIN_MS = 15_000;
const WORKER_WITHIN_MS = 20_000;

/** How it stands for an account. `install`: an iPhone's browser shows none before the app is on the Home Screen. */
export type Here = 'insecure' | 'install' | 'unsupported' | 'ask' | 'denied' | 'off' | 'on';

/** Why turning it on came to nothing. */
export class NotOn extends Error {
  constructor(readonly why: 'no_answer' | 'no_worker' | 'refused' | 'not_told') { super(why); }
}

export async function here(account: string, by: Asks = answered): Promise<Here> {
  if (!isSecureContext) return 'insecure';
  if (isApple() && !isInstalled()) return 'install';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  if (Notification.permission === 'default') return 'ask';
  return (await subscription()) && areOf(account, inApp(by)) ? 'on' : 'off';
}

/** From a tap alone: a browser asks for permission then or never. Throws NotOn. */
export async function turnOn(account: string, by: Asks = answered): Promise<Here> {
  if (await Notification.requestPermission() !== 'granted') return here(account, by);
  await subscribe(by);
  turnedOn(account, inApp(by));
  return here(account, by);
}

/** Whether a worker is there to show what comes. */
export const workerRuns = async (): Promise<boolean> => Boolean((await navigator.serviceWorker?.getRegistration('/'))?.active);

/** Tell the server of the subscription, once in a while that a browser is open and an account signed in. */
export async function keepTold(account: string, by: Asks = answered): Promise<void> {
  try {
    if (isTold(account, inApp(by)) || await here(account, by) !== 'on') return;
    await told((await subscription())!, by);
    wasTold(account, inApp(by));
  } catch {
    // Without a network, or without storage: with the next page, then.
  }
}

/** No more notices here, for the account that is signed in. */
export async function takeBack(account: string, by: Asks = answered): Promise<void> {
  if (await here(account, by) !== 'on') return;
  const held = (await subscription())!;
  const { removed } = await by<{ removed: number }>('/notices/push', 'DELETE', { endpoint: held.endpoint });
  if (removed) await held.unsubscribe();
  turnedOff();
}

/** What the server knows of this device's subscription, told anew: one of an earlier key, or of a key that a restored server has lost, gives way to one of its key now. */
export async function told(held: PushSubscription, by: Asks = answered): Promise<Told> {
  const said = await tell(held, {}, by).catch((why: unknown) => {
    if (why instanceof Refused && why.error === 'unknown_key') return null;
    throw why;
  });
  if (said && !said.resubscribe) return said;
  const { key } = await by<{ key: string }>('/notices/push', 'GET');
  return tell(await ask(key), { was: held.endpoint }, by);
}

async function subscribe(by: Asks): Promise<void> {
  const { key } = await by<{ key: string }>('/notices/push', 'GET').catch(() => { throw new NotOn('not_told'); });
  const made = await ask(key);
  await tell(made, { turned_on: true }, by).catch(() => { throw new NotOn('not_told'); });
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

/** A page asks by its cookie. */
const inApp = (by: Asks) => by !== answered;

/** An iPad says that it is a Mac, and has a touch screen. */
const isApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const isInstalled = () => matchMedia('(display-mode: standalone)').matches || Boolean((navigator as { standalone?: boolean }).standalone);

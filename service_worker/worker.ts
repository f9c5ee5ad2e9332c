// The service worker: keeps the app's shell, whole build by whole build, and shows notices. It never syncs,
// and never keeps an answer of the API, a person's data or a page that somebody had to sign in for.
/// <reference lib="webworker" />
import { answered, tellMoved } from '../static/src/notices/told_server';
import { show, type Rang } from './notice';

export {};
declare const self: ServiceWorkerGlobalScope;

/** What build.mjs made: the build's id, and each file's URL with the digest of its content. */
declare const BUILD: { id: string; files: [url: string, integrity: string][] };

/** As many as build.mjs leaves on the server: a tab that still shows an earlier build may need its parts again. */
const BUILDS_KEPT = 5;

const PAGE_WITHIN_MS = 15_000;

const CACHE = `rinkside-${BUILD.id}`;
const SHELL = '/rink/';
const RANG = 'notices that rang';
const RANG_KEPT = 50;

self.addEventListener('install', (event) => event.waitUntil(keepBuild().catch(makeRoom)));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request, pathname));
  else if (request.method === 'GET' && (pathname === '/manifest.webmanifest' || pathname.startsWith('/static/'))) event.respondWith(file(request, pathname));
});
self.addEventListener('message', (event) => {
  if (event.data?.do === 'activate') event.waitUntil(self.skipWaiting());
  if (event.data?.do === 'take along') event.waitUntil(self.clients.claim());
  if (event.data?.do === 'tell') event.waitUntil(tell(event.ports[0]!));
});
self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data?.text(), rang, (title, options) => self.registration.showNotification(title, options)));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? '/'));
});
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event as PushSubscriptionChangeEvent;
  event.waitUntil(subscribeAnew(oldSubscription, newSubscription).catch(() => undefined)); // a visit makes it good
});

/** Addresses alone, the latest: who they were for is nowhere on this device. */
const rang: Rang = {
  has: async (url) => Boolean(await (await caches.open(RANG)).match(url)),
  add: async (url) => {
    const those = await caches.open(RANG);
    await those.put(url, new Response());
    const before = await those.keys();
    await Promise.all(before.slice(0, -RANG_KEPT).map((one) => those.delete(one)));
  },
};

/** Have every file of this build, or fail and be tried again later. What came before is not fetched again. */
async function keepBuild() {
  const cache = await caches.open(CACHE);
  await Promise.all(BUILD.files.map(async ([url, integrity]) => {
    if (await cache.match(url)) return; // its digest was checked when it came
    const ask: RequestInit = { integrity, credentials: 'omit' };
    const response = await fetched(url, { ...ask, cache: url.startsWith('/static/') ? 'default' : 'no-cache' })
      .catch(() => fetched(url, { ...ask, cache: 'reload' })); // a portal's page may lie in the browser's cache under this name
    await cache.put(url, response);
  }));
}

/** What came of a build that did not come whole gives its room to the calls; the one in charge stays as it is. */
async function makeRoom(why: Error) {
  if (why.name === 'QuotaExceededError') await caches.delete(CACHE);
  throw why;
}

/** A file as it was built. A digest that differs is another build's, or somebody else's page. */
async function fetched(url: string, how: RequestInit): Promise<Response> {
  const response = await fetch(url, how);
  if (!response.ok || response.redirected || response.type !== 'basic') throw new Error(`${url}: ${response.status}`);
  return response;
}

/** Forget the oldest builds. */
async function takeOver() {
  const earlier = (await caches.keys()).filter((name) => name.startsWith('rinkside-') && name !== CACHE);
  await Promise.all(earlier.slice(0, 1 - BUILDS_KEPT).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Answer which build this is, and whether it is whole; what was taken out of the browser's storage is fetched again. */
async function tell(port: MessagePort) {
  port.postMessage({ build: BUILD.id, whole: await keepBuild().then(() => true, () => false) });
}

/** A page: the app from what is kept, at any of its addresses; all others from the network, and always something. */
async function page(request: Request, pathname: string): Promise<Response> {
  const toTheApp = request.method === 'GET' && /^\/rink(\/|$)/.test(pathname);
  const copy = toTheApp ? await copied(SHELL, CACHE) : undefined;
  if (copy) return copy;
  const wasSeen = request.method === 'GET' && /^\/(captain|inbox)\//.test(pathname);
  return (wasSeen ? inTime(fetch(request)) : fetch(request)).catch(() => instead(request.method === 'GET' ? 'no_network' : 'not_sent'));
}

/** A signal that comes and goes leaves a request hanging for minutes: it is given up where the page was seen before. */
function inTime(answer: Promise<Response>): Promise<Response> {
  let timer = 0;
  const late = new Promise<never>((_, fail) => { timer = setTimeout(() => fail(new Error('late')), PAGE_WITHIN_MS); });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** What is kept to stand in the place of a page, or of what was sent, while there is no network. */
async function instead(name: string): Promise<Response> {
  const [url = ''] = BUILD.files.find(([file]) => file.startsWith(`/static/${name}-`)) ?? [];
  const { body, headers } = await copied(url, CACHE) ?? new Response('No network. Try again later. · Pas de réseau. Réessayez plus tard.');
  return new Response(body, { status: 503, headers });
}

/** This build's copy; an earlier build's, for a hashed name that only it has; then the network. */
async function file(request: Request, pathname: string): Promise<Response> {
  const copy = await copied(pathname, CACHE) ?? (pathname.startsWith('/static/') ? await copied(pathname) : undefined);
  return copy ?? fetch(request).catch(() => Response.error());
}

/** Storage that cannot be read is like storage that is empty: the network may still answer. */
async function copied(path: string, cacheName?: string): Promise<Response | undefined> {
  try {
    return await caches.match(path, cacheName ? { cacheName } : {});
  } catch {
    return undefined;
  }
}

/** The browser has let go of a subscription: tell the server of the one in its place. */
async function subscribeAnew(old: PushSubscription | null, held: PushSubscription | null) {
  if (!old) return;
  const { key, csrf } = await answered<{ key: string; csrf: string }>('/notices/push', 'GET');
  const made = held ?? await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await tellMoved(made, { endpoint: old.endpoint }, (path, method, body) => answered(path, method, body, csrf));
}

/** Show what a notice is about: where it is open already, or in the place of a page that only shows, or in a window of its own. */
async function open(url: string) {
  const target = new URL(url, self.location.origin);
  if (target.origin !== self.location.origin) target.href = self.location.origin;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const at = (one: WindowClient) => new URL(one.url).pathname;
  const there = windows.find((one) => at(one) === target.pathname);
  if (there && await took(there.focus())) return;
  const shows = there ?? windows.find((one) => /^\/(captain|inbox)\/(?!settings)/.test(at(one)));
  const shown = !there && shows ? await took(shows.navigate(target.href)) : there;
  if (shown) await took(shown.focus());
  else await took(self.clients.openWindow(target.href));
}

/** Only a real tap may focus or open a window, and only a page of this worker be led elsewhere. */
const took = (asked: Promise<WindowClient | null>) => asked.catch(() => null);

// Served as /worker.js in the worker's place where the operator takes it back (RINKSIDE_RETIRE_WORKER=1): it lets go of
// the app's files and of itself, so that every page comes from the network. What the phone logged is not touched.
/// <reference lib="webworker" />
export {};
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(retire()));
self.addEventListener('message', (event) => event.ports[0]?.postMessage({ retired: true }));

async function retire() {
  const own = (await caches.keys()).filter((name) => name.startsWith('rinkside-'));
  await Promise.all(own.map((name) => caches.delete(name)));
  await self.registration.unregister();
  for (const client of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) client.postMessage({ retired: true });
}

// Whatever storage and network do, every request that the worker takes ends in an answer, and what it leaves alone goes by.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { ROOT } from './bundled.mjs';

const ORIGIN = 'https://rink.test';
const FILES = ['/rink/', '/manifest.webmanifest', '/static/rink-0123456789.js', '/static/no_network-0123456789.html', '/static/not_sent-0123456789.html'];
const { outputFiles: [{ text }] } = await build({
  entryPoints: [`${ROOT}service_worker/worker.ts`], bundle: true, format: 'iife', write: false,
  define: { BUILD: JSON.stringify({ id: 'b1', files: FILES.map((url) => [url, 'sha256-x']) }) },
});

const fails = () => Promise.reject(new TypeError('failed'));
const never = () => { throw new TypeError('failed at once'); };
const copies = (paths, body = 'a copy') => ({
  match: async (path) => (paths.includes(path) ? new Response(`${body} of ${path}`) : undefined),
  open: fails, keys: async () => ['rinkside-b1'], delete: fails,
});
const STORAGE = { 'keeps the build': copies(FILES), 'is empty': copies([]), fails: { ...copies([]), match: fails }, 'fails at once': { ...copies([]), match: never } };
const NETWORK = { answers: async (request) => new Response(`network's ${new URL(request.url).pathname}`), 'is away': fails };

/** What a worker with this storage and this network does, by the event's name. */
function listening(caches, fetch, timers = { setTimeout, clearTimeout }) {
  const on = {};
  const self = { location: { origin: ORIGIN }, addEventListener: (name, act) => { on[name] = act; } };
  runInNewContext(text, { self, caches, fetch, ...timers, Response, URL, Promise, Error, btoa });
  return on;
}

/** `asked(request)` is a worker's answer, or undefined where it leaves a request alone. */
function worker(caches, fetch, timers) {
  const on = listening(caches, fetch, timers);
  return (path, { mode = 'no-cors', method = 'GET' } = {}) => {
    let answer;
    on.fetch({ request: { url: new URL(path, ORIGIN).href, mode, method }, respondWith: (given) => { answer = Promise.resolve(given); } });
    return answer;
  };
}

const navigation = { mode: 'navigate' };
const form = { mode: 'navigate', method: 'POST' };
const TAKEN = [['/rink/', navigation], ['/rink', navigation], ['/captain/', navigation], ['/director/games/1', form], ['/static/rink-0123456789.js'], ['/static/rink-9999999999.js'], ['/manifest.webmanifest']];

for (const [how, caches] of Object.entries(STORAGE)) {
  for (const [network, fetch] of Object.entries(NETWORK)) {
    for (const [path, request] of TAKEN) {
      test(`storage ${how}, network ${network}: ${request?.method ?? 'GET'} ${path} ends in an answer`, async () => {
        const answer = await worker(caches, fetch)(path, request);
        assert.ok(answer instanceof Response);
        if (network === 'answers' && (how !== 'keeps the build' || !FILES.includes(path.replace(/^\/rink$/, '/rink/')))) assert.match(await answer.text(), /^network's/);
        else if (request?.mode === 'navigate') assert.ok((await answer.text()).length > 10);
      });
    }
  }
}

test('without a network a page says so, and a form that it may not have been sent', async () => {
  const asked = worker(STORAGE['keeps the build'], fails);
  const [page, sent] = [await asked('/captain/', navigation), await asked('/director/games/1', form)];
  assert.deepEqual([page.status, sent.status], [503, 503]);
  assert.match(await page.text(), /no_network/);
  assert.match(await sent.text(), /not_sent/);
});

test('a page of a captain’s that hangs is given up, and no other is: nobody has seen that before', async () => {
  const waits = [];
  const atOnce = { setTimeout: (act, ms) => { waits.push(ms); queueMicrotask(act); }, clearTimeout: () => undefined };
  const hangs = () => new Promise(() => undefined);
  const asked = worker(STORAGE['keeps the build'], hangs, atOnce);
  assert.match(await (await asked('/captain/hogs', navigation)).text(), /no_network/);
  assert.deepEqual(waits, [15_000]);
  asked('/director/', navigation);
  asked('/inbox/read', form);
  await new Promise((go) => setTimeout(go));
  assert.equal(waits.length, 1);
});

test('what is posted to the app’s address is no question for the app', async () => {
  assert.match(await (await worker(STORAGE['keeps the build'], NETWORK.answers)('/rink/', form)).text(), /^network's/);
});

for (const [path, request] of [['/api/v1/games', {}], ['/api/v1/sync', { method: 'POST', mode: 'cors' }], ['https://elsewhere.test/rink/', navigation], ['/healthz', {}]]) {
  test(`${path} is left alone`, () => assert.equal(worker(STORAGE['keeps the build'], never)(path, request), undefined));
}

test('a subscription that the browser renewed is told in the place of the one it had, with the key that it was renewed with', async () => {
  const sent = [];
  const { buffer } = new Uint8Array(65).fill(0xfb);
  const renewed = { options: { applicationServerKey: buffer }, toJSON: () => ({ endpoint: 'https://push.test/2', keys: {} }) };
  const on = listening(STORAGE['is empty'], async (path, { method, headers, body }) => {
    if (method !== 'GET') sent.push([method, path, { token: headers['X-CSRFToken'], ...JSON.parse(body) }]);
    return Response.json({ key: 'the current one', csrf: 'c1' });
  });
  let done;
  on.pushsubscriptionchange({ oldSubscription: { endpoint: 'https://push.test/1' }, newSubscription: renewed, waitUntil: (work) => { done = work; } });
  await done;
  const told = { token: 'c1', endpoint: 'https://push.test/2', keys: {}, key: Buffer.from(buffer).toString('base64url'), was: { endpoint: 'https://push.test/1' } };
  assert.deepEqual(sent, [['POST', '/notices/push/moved', told]]);
});

test('on a full disk a build that comes gives its room back, and the one in charge keeps what it has', async () => {
  const deleted = [];
  const full = { match: async (url) => (url === FILES[2] ? undefined : new Response()), put: async () => { throw new DOMException('full', 'QuotaExceededError'); } };
  const answers = async () => Object.defineProperty(new Response('x'), 'type', { value: 'basic' });
  const on = listening({ ...copies(FILES), open: async () => full, delete: async (name) => deleted.push(name) }, answers);
  let done;
  const told = [];
  on.message({ data: { do: 'tell' }, ports: [{ postMessage: (said) => told.push(said) }], waitUntil: (work) => { done = work; } });
  await done;
  assert.deepEqual([JSON.parse(JSON.stringify(told)), deleted], [[{ build: 'b1', whole: false }], []]);
  on.install({ waitUntil: (work) => { done = work; } });
  await assert.rejects(async () => done, { name: 'QuotaExceededError' });
  assert.deepEqual(deleted, ['rinkside-b1']);
});

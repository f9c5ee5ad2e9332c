// What a device tells the server of its subscription: the key that it was made with, so that none is lost when the
// server takes another key, and for whom: everybody who turned notices on here, and nobody else.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { newPhone } from './browser.mjs';
import { bundled } from './bundled.mjs';

const OLD = Buffer.alloc(65, 0xfb).toString('base64url'); // bytes that base64 writes with + and /
const NEW = Buffer.alloc(65, 0xff).toString('base64url');
const endpoint = (number) => `https://push.test/${number}`;

let browser, server, session, local;

/** A push service and a browser's share in it: one subscription, bound to its key until it is let go. */
function newBrowser() {
  let made = 0;
  return {
    held: null,
    async getSubscription() { return this.held; },
    async subscribe({ applicationServerKey: key }) {
      if (this.held && this.held.key !== key) throw new DOMException('another key', 'InvalidStateError');
      const at = endpoint(this.held ? made : ++made);
      const { buffer } = Uint8Array.from(Buffer.from(key, 'base64url'));
      return this.held ??= {
        key, endpoint: at, options: { applicationServerKey: buffer }, toJSON: () => ({ endpoint: at, keys: {} }),
        unsubscribe: async () => { this.held = null; return true; },
      };
    },
  };
}

/** A server that knows keys, the current one last: what it holds, by endpoint and account, is what it signs with and the device that
 * it ends with, if it is the app's. Who asks by a cookie is whom `cookie` names. */
function newServer(...keys) {
  const kept = new Map();
  return {
    keys, kept, cookie: 'drew', of(endpoint) { return [...(kept.get(endpoint)?.keys() ?? [])].sort(); },
    async answer(path, { method, body, headers = {} }) {
      const phone = headers.authorization?.replace('Bearer of ', '');
      const [asked, who] = [body && JSON.parse(body), phone ?? this.cookie];
      if (path === '/api/v1/devices/me') {
        for (const those of kept.values()) if (those.get(phone)?.device) those.delete(phone);
        return Response.json({ revoked_at: '2026-12-01T00:00:00Z' });
      }
      if (method === 'GET') return Response.json({ key: this.keys.at(-1), subscriptions: [] });
      const there = kept.get(asked.endpoint) ?? new Map();
      if (method === 'DELETE') return Response.json({ removed: Number(there.delete(who)) });
      if (!this.keys.includes(asked.key)) return Response.json({ error: 'unknown_key' }, { status: 422 });
      const before = there.get(who) ?? kept.get(asked.was?.endpoint)?.get(who);
      kept.get(asked.was?.endpoint)?.delete(who);
      const device = before && !asked.turned_on ? before.device && (phone ?? before.device) : phone;
      kept.set(asked.endpoint, there.set(who, { key: asked.key, device }));
      return Response.json({ id: 's1', last_success_at: null, last_failure_at: null, resubscribe: asked.key !== this.keys.at(-1) });
    },
  };
}

const storage = (held) => ({ getItem: (name) => held.get(name) ?? null, setItem: (name, value) => held.set(name, value), removeItem: (name) => held.delete(name) });

beforeEach(() => {
  browser = newBrowser();
  server = newServer(OLD);
  [session, local] = [new Map(), new Map()];
  const registration = { active: {}, pushManager: browser };
  navigator.serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration, register: async () => registration };
  Object.assign(globalThis, {
    window: { PushManager: {}, Notification: {} }, isSecureContext: true, matchMedia: () => ({ matches: false }),
    Notification: { permission: 'granted', requestPermission: async () => 'granted' },
    sessionStorage: storage(session),
    fetch: (path, asked) => server.answer(path, asked),
  });
  Object.defineProperty(globalThis, 'localStorage', { value: storage(local), configurable: true });
});

const page = () => bundled('static/src/notices/device.ts');
/** What the server signs with, for each endpoint that it holds, is what the push service asks for. */
const reached = (...who) => assert.deepEqual(
  [...server.kept].filter(([, those]) => those.size).map(([at, those]) => [at, [...those].map(([one, { key }]) => [one, key]).sort()]),
  [[browser.held.endpoint, who.map((one) => [one, browser.held.key])]],
);

test('a device is told of until the server takes another key, and is then subscribed with that', async () => {
  const device = await page();
  assert.equal(await device.turnOn('drew'), 'on');
  await device.told(browser.held);
  assert.equal(browser.held.endpoint, endpoint(1));
  reached('drew');
  server.keys.push(NEW);
  await device.told(browser.held);
  assert.deepEqual([browser.held.endpoint, browser.held.key], [endpoint(2), NEW]);
  reached('drew');
});

test('a server restored from before its key was made is subscribed to anew', async () => {
  const device = await page();
  await device.turnOn('drew');
  server = newServer(NEW);
  await device.told(browser.held);
  assert.equal(browser.held.key, NEW);
  reached('drew');
});

test('two scripts that find it out at once make one new subscription', async () => {
  const [device, other] = [await page(), await page()];
  await device.turnOn('drew');
  server.keys.push(NEW);
  await Promise.all([device.told(browser.held), other.told(browser.held)]);
  assert.equal(browser.held.endpoint, endpoint(2));
  reached('drew');
});

test('another no of the server’s changes nothing', async () => {
  const device = await page();
  await device.turnOn('drew');
  server.answer = async () => Response.json({ error: 'bad_keys' }, { status: 422 });
  await assert.rejects(device.told(browser.held), { error: 'bad_keys' });
  assert.equal(browser.held.endpoint, endpoint(1));
});

test('it is told once in a window, for whoever has turned it on', async () => {
  const device = await page();
  await device.turnOn('drew');
  let puts = 0;
  const { answer } = server;
  server.answer = (path, asked) => { puts += asked.method === 'PUT' ? 1 : 0; return answer.call(server, path, asked); };
  for (const account of ['drew', 'drew', 'casey', 'casey']) await device.keepTold(account);
  assert.equal(puts, 1);
});

/** Casey and Drew have both turned notices on, one after the other, on pages of one browser. */
async function both() {
  const device = await page();
  for (const who of ['casey', 'drew']) {
    server.cookie = who;
    await device.turnOn(who);
  }
  reached('casey', 'drew');
  return device;
}

test('who visits a page takes nobody’s notices, and has their own by a tap', async () => {
  const device = await page();
  server.cookie = 'casey';
  await device.turnOn('casey');
  server.cookie = 'drew';
  await device.keepTold('drew');
  assert.equal(await device.here('drew'), 'off');
  reached('casey');
  await device.turnOn('drew');
  assert.deepEqual([await device.here('casey'), await device.here('drew')], ['on', 'on']);
  reached('casey', 'drew');
});

/** Pages sign somebody out: what is to end goes with the form, and the server forgets it as it signs out. */
const signOutOfPages = (device, who) => device.signedOutOfPages(who, (endpoint) => server.kept.get(endpoint)?.delete(who));

for (const [ends, end] of Object.entries({ 'turning them off': (device, who) => device.takeBack(who), 'signing out of the pages': signOutOfPages })) {
  test(`${ends} ends one’s own, and the browser’s with the last`, async () => {
    const device = await both();
    await end(device, 'drew');
    assert.deepEqual([await device.here('casey'), await device.here('drew')], ['on', 'off']);
    reached('casey');
    server.cookie = 'casey';
    await end(device, 'casey');
    assert.equal(browser.held, null);
    assert.deepEqual(server.of(endpoint(1)), []);
  });
}

test('a new key is told by everybody for themselves, with their next visit', async () => {
  const device = await both();
  server.keys.push(NEW);
  session.clear();
  await device.keepTold('drew');
  assert.equal(browser.held.key, NEW);
  assert.deepEqual([server.of(endpoint(1)), server.of(endpoint(2))], [['casey'], ['drew']]);
  server.kept.delete(endpoint(1)); // its push service says that it has gone
  server.cookie = 'casey';
  await device.keepTold('casey');
  reached('casey', 'drew');
});

test('a subscription that has gone quietly is made anew with the next visit of who had it', async () => {
  const device = await page();
  await device.turnOn('drew');
  await device.keepTold('drew');
  await browser.held.unsubscribe();
  await device.keepTold('casey');
  assert.equal(browser.held, null);
  await device.keepTold('drew');
  assert.equal(await device.here('drew'), 'on');
  assert.deepEqual(server.of(endpoint(2)), ['drew']);
});

test('signing out of a page leaves on what the app has turned on', async () => {
  const { byToken, notices } = await signedIn('pat');
  await notices.turnOn('pat', byToken);
  await signOutOfPages(notices, 'pat');
  assert.equal(await notices.here('pat'), 'on');
  reached('pat');
});

test('what the browser has is said with the form before it is let go, and for nobody’s lack of a note here', async () => {
  const device = await both();
  const said = [];
  await device.signedOutOfPages('drew', (endpoint) => said.push(endpoint));
  await device.signedOutOfPages('drew', (endpoint) => said.push(endpoint)); // the form did not arrive, and is sent again
  browser.held.unsubscribe = () => new Promise(() => undefined);
  void device.signedOutOfPages('casey', (endpoint) => said.push(endpoint));
  await new Promise((go) => setImmediate(go));
  assert.deepEqual(said, Array(3).fill(endpoint(1)));
});

for (const [before, by] of [['drew', 'page'], ['app of drew', 'app']]) {
  test(`what a build before kept as «${before}» is taken over, once`, async () => {
    const device = await page();
    server.cookie = 'drew';
    await device.turnOn('drew');
    local.clear();
    local.set('notices of', before);
    assert.deepEqual([await device.here('drew'), await device.here('casey')], ['on', 'off']);
    assert.deepEqual([...local], [['notices on', JSON.stringify([['drew', by]])]]);
    await device.takeBack('drew');
    assert.deepEqual([server.of(endpoint(1)), browser.held, await device.here('drew')], [[], null, 'off']);
  });
}

test('a page that a referee visits tells of nothing that the app has turned on, and the app’s sign-out ends it whoever told of it', async () => {
  const { byToken, notices, session: app } = await signedIn('pat');
  await notices.turnOn('pat', byToken);
  server.cookie = 'casey';
  await notices.turnOn('casey');
  await browser.held.unsubscribe();
  server.kept.clear(); // gone quietly
  server.cookie = 'pat';
  await notices.keepTold('pat');
  assert.equal(browser.held, null);
  server.cookie = 'casey';
  await notices.keepTold('casey');
  server.cookie = 'pat';
  await notices.told(browser.held); // the settings do
  reached('casey', 'pat');
  const left = new Promise((go) => { const { answer } = server; server.answer = async (path, said) => { const was = await answer.call(server, path, said); if (path === '/api/v1/devices/me') go(); return was; }; });
  await app.signOut(() => true);
  await left;
  reached('casey');
});

test('the referee’s app says the same by its token, to the address for phones, and never by a cookie', async () => {
  const { byToken: { byToken }, notices, session } = await newPhone();
  const asked = [];
  const { answer } = server;
  server.answer = async (path, said) => {
    asked.push([said.method, path, said.headers.authorization, said.credentials]);
    if (path === '/api/v1/devices') return Response.json({ token: 'of pat', expires_at: '2027-01-01T00:00:00Z', account: { id: 'pat', name: 'Pat', language: 'en', roles: ['referee'] }, owing: [] }, { status: 201 });
    return answer.call(server, path, said);
  };
  await session.signIn('pat', 'password');
  assert.equal(await notices.turnOn('pat', byToken), 'on');
  server.keys.push(NEW);
  await notices.keepTold('pat', byToken);
  assert.equal(browser.held.key, NEW);
  reached('pat');
  const told = asked.slice(1);
  assert.ok(told.every(([, path, token, credentials]) => path === '/api/v1/notices/push' && token === 'Bearer of pat' && credentials === 'omit'), JSON.stringify(told));
  assert.deepEqual(told.map(([method]) => method), ['GET', 'PUT', 'PUT', 'GET', 'PUT']);
});

test('a no to the app is the server’s no, and no answer is none', async () => {
  const { byToken: { byToken } } = await newPhone();
  server.answer = async () => Response.json({ error: 'unknown_key', says: 'Another.' }, { status: 422 });
  await assert.rejects(byToken('/notices/push', 'PUT', {}), { status: 422, error: 'unknown_key' });
  server.answer = async () => new Response('<p>Sign in to the rink’s network', { headers: { 'content-type': 'text/html' } });
  await assert.rejects(byToken('/notices/push', 'GET'), { name: 'Error' });
});

/** A phone on which Pat, or whoever it is, has signed in to the referee's app; what is asked of the server from then on. */
async function signedIn(name) {
  const { byToken: { byToken }, notices, session } = await newPhone();
  const asked = [];
  const { answer } = server;
  server.answer = async (path, said) => {
    if (path === '/api/v1/devices') {
      const id = JSON.parse(said.body).username;
      return Response.json({ token: `of ${id}`, expires_at: '2027-01-01T00:00:00Z', account: { id, name: id, language: 'en', roles: ['referee'] }, owing: [] }, { status: 201 });
    }
    if (said.method === 'PUT') asked.push([said.headers.authorization ?? 'cookie', JSON.parse(said.body).turned_on ?? false]);
    return answer.call(server, path, said);
  };
  await session.signIn(name, 'password');
  return { byToken, notices, session, asked };
}

test('who signs out of the app and in again in the same window is told that notices are off, and has them by a tap', async () => {
  const { byToken, notices, session: app, asked } = await signedIn('pat');
  await notices.turnOn('pat', byToken);
  await notices.keepTold('pat', byToken);
  await app.signOut(() => true);
  await app.signIn('pat', 'password');
  assert.equal(await notices.here('pat'), 'off');
  await notices.keepTold('pat', byToken);
  assert.deepEqual(asked, [['Bearer of pat', true], ['Bearer of pat', false]]);
  assert.equal(await notices.turnOn('pat', byToken), 'on');
  await notices.keepTold('pat', byToken);
  assert.deepEqual(asked.slice(2), [['Bearer of pat', true], ['Bearer of pat', false]]);
  assert.deepEqual(server.of(browser.held.endpoint), ['pat']);
});

test('the browser lets its subscription go when the app signs out, without a network too', async () => {
  const { byToken, notices, session: app } = await signedIn('pat');
  await notices.turnOn('pat', byToken);
  const gone = new Promise((go) => { const { held } = browser; const { unsubscribe } = held; held.unsubscribe = () => unsubscribe().then(go); });
  server.answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await app.signOut(() => true);
  await gone;
  assert.equal(browser.held, null);
});

test('what a page turned on is told anew by the app of the same account, and stays when that signs out', async () => {
  const { byToken, notices, session: app, asked } = await signedIn('pat');
  server.cookie = 'pat';
  await notices.turnOn('pat');
  assert.equal(await notices.here('pat'), 'on');
  await notices.keepTold('pat', byToken);
  await app.signOut(() => true);
  assert.equal(await notices.here('pat'), 'on');
  assert.deepEqual(asked, [['cookie', true], ['Bearer of pat', false]]);
  reached('pat');
});

test('an official’s phone and a captain’s pages in one browser have notices on and off each for themselves', async () => {
  const { byToken, notices, session: app, asked } = await signedIn('sam');
  server.cookie = 'casey';
  await notices.turnOn('casey');
  await notices.keepTold('sam', byToken);
  assert.equal(await notices.here('sam'), 'off');
  await notices.turnOn('sam', byToken);
  reached('casey', 'sam');
  await notices.takeBack('casey');
  reached('sam');
  await notices.turnOn('casey');
  await app.signOut(() => true);
  assert.ok(browser.held, 'the server has heard of it');
  assert.deepEqual([await notices.here('casey'), await notices.here('sam')], ['on', 'off']);
  assert.deepEqual(asked, [['cookie', true], ['Bearer of sam', true], ['cookie', true]]);
});

test('who signs out without a network is told nothing more here, and the others have another with their next visit', async () => {
  const { byToken, notices, session: app } = await signedIn('sam');
  server.cookie = 'casey';
  await notices.turnOn('casey');
  await notices.keepTold('casey');
  await notices.turnOn('sam', byToken);
  const gone = new Promise((go) => { const { held } = browser; const { unsubscribe } = held; held.unsubscribe = () => unsubscribe().then(go); });
  const { answer } = server;
  server.answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await app.signOut(() => true);
  await gone;
  server.answer = answer;
  await notices.keepTold('casey');
  assert.deepEqual(server.of(browser.held.endpoint), ['casey']);
});

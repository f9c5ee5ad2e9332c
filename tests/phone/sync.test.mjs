// Sync against a real little server that misbehaves: nothing acknowledged is lost, nothing unsent is forgotten.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { connect, hurried, newPhone, newTab } from './browser.mjs';
import { packetOf } from './packet.mjs';
import { cut, json, later, LittleServer, oneResultShort, otherBatch, portal, portalAsJson, redirect, refuse, silence, truncated } from './little_server.mjs';

let server;
let phone;
before(async () => { server = await new LittleServer().start(); });
after(() => server.stop());
beforeEach(async () => {
  Object.assign(server, { log: [], refused: [], requests: [], misbehave: [], most: Infinity, epoch: 'e1', judge: () => ({ result: 'accepted' }) });
  connect(server.origin);
  phone = await newPhone();
  await phone.session.signIn('pat', 'secret');
});

const logged = async (ids, { as = 'pat', game = 'g1', on = phone } = {}) => {
  for (const id of ids) await on.log.append({ account: as, game, packet: 'sha256:0', app: 'build' }, { id, type: 'goal', team: 'RED', scorer: 'R9' });
};
const unsent = async (account = 'pat', on = phone) => (await on.log.unsentOf(account)).map(({ id }) => id).sort();
const record = async (id) => (await phone.log.recordsOf('pat', 'g1')).find((one) => one.id === id);
const ids = (count) => Array.from({ length: count }, (_, at) => `c${String(at).padStart(3, '0')}`);

test('what was logged without a network arrives once there is one', async () => {
  connect(null);
  await logged(['c1', 'c2', 'c3']);
  await phone.sync.drain();
  assert.equal(phone.sync.status.value.state, 'offline');
  assert.deepEqual(await unsent(), ['c1', 'c2', 'c3']);
  connect(server.origin);
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1'), ['c1', 'c2', 'c3']);
  assert.deepEqual(await unsent(), []);
  assert.deepEqual({ ...phone.sync.status.value, lastAnswerAt: 0 }, { unsent: 0, lastAnswerAt: 0, state: 'sent', refusal: null, silent_ms: 0 });
});

for (const [says, act] of Object.entries({ 'a captive portal’s page': portal, 'a portal that speaks JSON': portalAsJson, 'a redirect': redirect, 'half an answer': truncated, 'another batch’s answer': otherBatch, 'an answer that leaves one call out': oneResultShort, 'an answer lost on the way': cut })) {
  test(`${says} is not success`, async () => {
    await logged(['c1', 'c2']);
    server.misbehave = [act];
    await phone.sync.drain();
    assert.equal(phone.sync.status.value.state, 'offline');
    assert.deepEqual(await unsent(), ['c1', 'c2']);
    await phone.sync.drain();
    assert.deepEqual(server.idsOf('g1'), ['c1', 'c2'], 'each is in the log once');
    assert.deepEqual(await unsent(), []);
  });
}

test('a server that stays silent is given up on, and the next batch is smaller', async () => {
  await logged(ids(8));
  server.misbehave = [silence, silence];
  await hurried(async () => {
    await phone.sync.drain();
    await phone.sync.drain();
    assert.equal((await unsent()).length, 8);
    await phone.sync.drain();
  });
  assert.deepEqual(server.pushes().map(({ body }) => body.calls.length), [8, 4, 2, 4, 2]);
  assert.deepEqual(server.idsOf('g1'), ids(8));
});

test('401 keeps everything and asks; the same official signs in again and it goes on', async () => {
  await logged(['c1', 'c2']);
  server.devices.clear();
  await phone.sync.drain();
  assert.deepEqual([phone.sync.status.value.state, phone.sync.status.value.unsent], ['signed_out', 2]);
  assert.equal(phone.session.signedOut.value, true);
  await logged(['c3']);
  assert.deepEqual(await unsent(), ['c1', 'c2', 'c3']);
  const { device } = phone.session.account.value;
  await phone.session.signIn('pat', 'secret');
  assert.equal(phone.session.account.value.device, device, 'the same official is the same device');
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1'), ['c1', 'c2', 'c3']);
});

test('a 401 from somebody else’s page signs nobody out', async () => {
  await logged(['c1']);
  server.misbehave = [{ instead: true, do: (response) => response.writeHead(401, { 'content-type': 'text/html' }).end('pay for WiFi') }];
  await phone.sync.drain();
  assert.equal(phone.session.signedOut.value, false);
});

test('403 keeps', async () => {
  await logged(['c1']);
  server.misbehave = [refuse(403)];
  await phone.sync.drain();
  assert.deepEqual(await unsent(), ['c1']);
  assert.equal(phone.sync.status.value.state, 'waiting');
});

test('413 halves the batch until it fits', async () => {
  await logged(ids(20));
  server.most = 3;
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1'), ids(20));
  assert.deepEqual(server.pushes().slice(0, 4).map(({ body }) => body.calls.length), [20, 10, 5, 2]);
});

test('one call that a proxy will never take holds up no other', async () => {
  await logged(ids(6));
  server.misbehave = Array.from({ length: 40 }, () => ({
    do: (response, body, { body: asked }) => {
      const poisoned = asked.calls.some(({ id }) => id === 'c002');
      response.writeHead(poisoned ? 413 : 200, { 'content-type': poisoned ? 'text/html' : 'application/json' }).end(poisoned ? '' : JSON.stringify(body));
    },
  }));
  await phone.sync.drain();
  assert.deepEqual(await unsent(), ['c002']);
});

test('a batch holds at most 100 calls and 250 KiB', async () => {
  await logged(ids(130));
  const big = (id) => phone.log.append({ account: 'pat', game: 'g1', packet: 'p', app: 'b' }, { id, type: 'note', text: 'x'.repeat(30_000) });
  for (let at = 0; at < 12; at++) await big(`n${at}`);
  await phone.sync.drain();
  assert.deepEqual(await unsent(), []);
  for (const { body } of server.pushes()) assert.ok(body.calls.length <= 100 && JSON.stringify(body).length <= 256 * 1024);
});

test('Retry-After is kept to', async () => {
  await logged(['c1']);
  server.misbehave = [later(120)];
  await phone.sync.drain();
  assert.deepEqual(await unsent(), ['c1']);
  assert.equal(phone.sync.status.value.state, 'waiting');
});

test('a Retry-After is believed of the server alone, and for an hour at most', async () => {
  const portals = { instead: true, do: (response) => response.writeHead(503, { 'content-type': 'text/html', 'retry-after': '900' }).end('pay for WiFi') };
  const portalsJson = { instead: true, do: (response) => response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '900' }).end('{"ok":false}') };
  for (const [act, wait_ms] of [[later(120), 120_000], [later(86_400), 3_600_000], [portals, 0], [portalsJson, 0]]) {
    server.misbehave = [act];
    await assert.rejects(phone.request.ask('/sync', { body: {} }), (error) => error.retry_ms === wait_ms);
  }
});

test('a refused call is kept with the reason and holds up no other; a held one says why', async () => {
  server.judge = ({ id }) => ({ c2: { result: 'refused', code: 'malformed', says: '/scorer: nobody' }, c3: { result: 'held', code: 'assignment_ended', says: 'Ended.' } })[id] ?? { result: 'accepted' };
  await logged(['c1', 'c2', 'c3']);
  await phone.sync.drain();
  assert.deepEqual(await unsent(), []);
  assert.deepEqual([(await record('c2')).result, (await record('c2')).says], ['refused', '/scorer: nobody']);
  assert.deepEqual([(await record('c3')).result, (await record('c3')).code], ['held', 'assignment_ended']);
});

test('a device id that is in use elsewhere is given up, and its unsent calls move under the same ids', async () => {
  const { device } = phone.session.account.value;
  server.log.push({ seq: 1, call: { id: 'theirs', game: 'g1', device, n: 1, hlc: '1790000000000-0000', type: 'goal' }, result: 'accepted' });
  await logged(['c1', 'c2']);
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1').sort(), ['c1', 'c2', 'theirs']);
  assert.notEqual(phone.session.account.value.device, device);
  assert.deepEqual(await unsent(), []);
  assert.deepEqual(server.pushes().at(-1).body.moved, [{ id: 'c1', device, n: 1 }], 'nobody waits for its old number');
  await logged(['c3']);
  await phone.sync.drain();
  assert.equal(server.log.at(-1).call.device, phone.session.account.value.device);
});

test('two tabs send each call once', async () => {
  const other = await newTab();
  await other.session.recallSession();
  await logged(ids(30));
  await Promise.all([phone.sync.drain(), other.sync.drain()]);
  assert.deepEqual(server.idsOf('g1'), ids(30));
  assert.equal(server.pushes().flatMap(({ body }) => body.calls).length, 30);
});

test('two tabs that both send, where there is no lock between them, do no harm', async () => {
  const real = navigator.locks;
  navigator.locks = undefined;
  try {
    const other = await newTab();
    await other.session.recallSession();
    await logged(ids(30));
    await Promise.all([phone.sync.drain(), other.sync.drain()]);
  } finally {
    navigator.locks = real;
  }
  assert.deepEqual(server.idsOf('g1'), ids(30));
  assert.deepEqual(await unsent(), []);
});

test('another official on this phone neither sends nor sees the first one’s calls', async () => {
  connect(null);
  await logged(['c1', 'c2']);
  connect(server.origin);
  assert.equal(await phone.session.signOut(() => false), false, 'asks first, as calls are unsent');
  assert.equal(await phone.session.signOut((count) => count === 2), true);
  await phone.session.signIn('lee', 'secret');
  await phone.sync.drain();
  assert.deepEqual(server.log, []);
  assert.equal(phone.sync.status.value.unsent, 0);
  assert.deepEqual(await phone.log.recordsOf('lee', 'g1'), []);
  await phone.session.signOut(() => false);
  await phone.session.signIn('pat', 'secret');
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1'), ['c1', 'c2']);
});

test('signing out takes the token back from the server, and works without a network', async () => {
  const { token } = phone.session.account.value;
  assert.equal(await phone.session.signOut(() => true), true);
  while (server.devices.has(token)) await new Promise((go) => setTimeout(go, 5));
  await phone.session.signIn('pat', 'secret');
  const forgotten = phone.session.account.value.token;
  connect(null);
  assert.equal(await phone.session.signOut(() => true), true);
  assert.equal(phone.session.account.value, null);
  assert.equal((await phone.device.identityOf('pat')).token, null);
  assert.ok(server.devices.has(forgotten), 'until it runs out');
});

test('nobody pulls a log while another tab is at it, and the list of games waits for neither', async () => {
  server.packets = { g1: { ...packetOf('g1'), starts_at: new Date().toISOString(), status: 'in_play' } };
  const pulls = () => server.requests.filter(({ path }) => path.endsWith('/calls')).length;
  let free;
  const other = navigator.locks.request('rinkside-sync', () => new Promise((go) => { free = go; }));
  const asked = phone.games.refreshGames(phone.session.account.value);
  for (let turn = 0; turn < 500 && !phone.games.listGames().value.length; turn++) await new Promise((go) => setTimeout(go, 10));
  await new Promise((go) => setTimeout(go, 200));
  assert.deepEqual([phone.games.listGames().value.map(({ id }) => id), pulls()], [['g1'], 0]);
  free();
  await Promise.all([other, asked]);
  assert.equal(pulls(), 1);
});

test('a round of sync and somebody who looks at the list do not wait for each other', async () => {
  server.packets = { g1: { ...packetOf('g1'), starts_at: new Date().toISOString(), status: 'in_play' } };
  const began = performance.now();
  await Promise.all([phone.games.refreshGames(phone.session.account.value), phone.sync.drain(), phone.games.refreshGames(phone.session.account.value)]);
  assert.ok(performance.now() - began < 20_000, 'and not until one of them gives up');
});

test('a list of games that comes after another official has signed in is not shown to them', async () => {
  server.packets = { g1: packetOf('g1') };
  const pats = phone.session.account.value;
  connect(null); // so that the server takes Pat's token still, as for a request that is under way
  await phone.session.signOut(() => true);
  connect(server.origin);
  await phone.session.signIn('lee', 'secret');
  await phone.games.refreshGames(pats);
  assert.deepEqual(phone.games.listGames().value, []);
});

test('a 401 that comes late signs off nobody who has signed in anew in another tab', async () => {
  const before = phone.session.account.value.token;
  const other = await newTab();
  await other.session.signIn('pat', 'secret');
  await phone.session.tokenRefused(before);
  assert.equal((await other.session.latestIdentity()).token, other.session.account.value.token);
  assert.notEqual((await phone.session.latestIdentity()).token, null);
});

test('a sign-in by code or in capitals is the same phone still', async () => {
  const { device } = phone.session.account.value;
  connect(null);
  await logged(['c1']);
  connect(server.origin);
  await phone.session.signInWithCode('pat');
  assert.equal(phone.session.account.value.device, device);
  await phone.session.signOut(() => true);
  await phone.session.signIn(' Pat', 'secret');
  assert.equal(phone.session.account.value.device, device);
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1'), ['c1']);
  assert.equal(server.log[0].call.device, device);
});

test('another official’s code takes a device id of its own', async () => {
  const { device } = phone.session.account.value;
  server.misbehave = [refuse(409)];
  await phone.session.signInWithCode('lee');
  assert.equal(phone.session.account.value.account, 'lee');
  assert.notEqual(phone.session.account.value.device, device);
});

test('a sign-in that takes a new device id takes the unsent calls with it', async () => {
  const { device } = phone.session.account.value;
  connect(null);
  await logged(['c1']);
  connect(server.origin);
  server.misbehave = [refuse(409)];
  await phone.session.signInWithCode('pat');
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1'), ['c1']);
  assert.equal(server.log[0].call.device, phone.session.account.value.device);
  assert.notEqual(server.log[0].call.device, device);
});

test('a call that arrived before it moved to a new device id stands on the phone as the server has it, for the sign-off to cover it', async () => {
  await logged(['c1']);
  server.misbehave = [cut, refuse(409)];
  await phone.sync.drain();
  await phone.session.signInWithCode('pat');
  await logged(['c2']);
  await phone.sync.drain();
  const [arrived, later] = server.log.map(({ call }) => call);
  assert.notEqual(arrived.device, later.device);
  assert.deepEqual((await record('c1')).call, arrived);
  assert.deepEqual((await record('c2')).call, later);
});

test('what others logged is pulled with its cursor, and the next call comes after it', async () => {
  const theirs = { id: 'theirs', game: 'g1', device: 'dx', n: 1, hlc: `${Date.now() + 60_000}-0000`, type: 'goal', team: 'BLU', scorer: 'B2', made_by: 'lee' };
  server.log.push({ seq: 1, call: theirs, result: 'accepted' });
  const stop = phone.sync.follow('g1');
  await phone.sync.drain();
  stop();
  assert.equal((await record('theirs')).own, false);
  assert.equal((await phone.pull.pulled('pat', 'g1')).cursor, 1);
  await logged(['c1']);
  assert.ok((await record('c1')).call.hlc > theirs.hlc);
});

test("a director's decision comes with a pull and is kept, where no call does", async () => {
  const stop = phone.sync.follow('g1');
  await phone.sync.drain();
  const decision = { code: 'team_disqualified', call: 'c1', concerns: { team: 'BLU' }, confirmed: false, reason: 'Seen.' };
  server.decisions = [decision];
  await phone.sync.drain();
  stop();
  assert.deepEqual((await phone.pull.pulled('pat', 'g1')).decisions, [decision]);
});

test('a pull that dies before its transaction completes moves no cursor', async () => {
  server.log.push({ seq: 1, call: { id: 'theirs', game: 'g1', device: 'dx', n: 1, hlc: '1796040000000-0000', type: 'goal', made_by: 'lee' }, result: 'accepted' });
  const real = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...args) {
    const asked = real.apply(this, args);
    if (this.name === 'pulls') asked.addEventListener('success', () => this.transaction._abort('QuotaExceededError'));
    return asked;
  };
  await assert.rejects(phone.pull.pull(phone.session.account.value, 'g1')).finally(() => { IDBObjectStore.prototype.put = real; });
  assert.equal(await phone.pull.pulled('pat', 'g1'), undefined);
  assert.equal(await record('theirs'), undefined);
  await phone.pull.pull(phone.session.account.value, 'g1');
  assert.equal((await record('theirs')).seq, 1);
});

test('waits are spread over their whole length and never grow beyond a minute', () => {
  for (const [failures, longest_ms] of [[0, 1_000], [3, 8_000], [5, 32_000], [6, 60_000], [5_000, 60_000]]) {
    const waits = Array.from({ length: 400 }, () => phone.sync.waitAfter(failures));
    assert.ok(Math.min(...waits) >= 0 && Math.max(...waits) <= longest_ms);
    assert.ok(Math.min(...waits) < longest_ms * 0.05 && Math.max(...waits) > longest_ms * 0.95, 'from nothing to all of it');
  }
});

test('waits are spread evenly, so that phones do not come back in waves', () => {
  const draws = 8_000;
  const tenths = new Array(10).fill(0);
  for (let draw = 0; draw < draws; draw++) tenths[Math.floor(phone.sync.waitAfter(4) / 1_600)]++;
  const expected = draws / 10;
  const chi_squared = tenths.reduce((sum, found) => sum + (found - expected) ** 2 / expected, 0);
  assert.ok(chi_squared < 45, `${tenths}`); // 9 degrees of freedom: once in a million runs by chance
});

test('a server that fails on every batch of more than one call gets them one by one', async () => {
  await logged(ids(5));
  server.misbehave = Array.from({ length: 40 }, () => ({
    do: (response, body, { body: asked }) => (asked.calls.length > 1 ? json(response, 500, { error: 'bug', says: 'Ours.' }) : json(response, 200, body)),
  }));
  for (let turn = 0; turn < 12 && (await unsent()).length; turn++) await phone.sync.drain();
  assert.deepEqual(await unsent(), []);
  assert.ok(server.pushes().some(({ body }) => body.calls.length === 1));
});

test('there is no last try', async () => {
  connect(null);
  await logged(['c1']);
  for (let turn = 0; turn < 50; turn++) await phone.sync.drain();
  connect(server.origin);
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1'), ['c1']);
});

test('the phone’s clock is corrected to within half a round trip, and what is known better stays', () => {
  const { learnOffset, now_ms, skew_ms } = phone.serverTime;
  learnOffset(1_800_000_180_321, 1_800_000_000_000, 1_800_000_000_040);
  assert.equal(skew_ms.value, 180_301);
  learnOffset(1_800_000_190_921, 1_800_000_010_000, 1_800_000_011_000); // 0.5 s of doubt, and 0.12 s from what is known
  assert.equal(skew_ms.value, 180_301);
  learnOffset(1_800_000_201_000, 1_800_000_020_000, 1_800_000_020_000); // whole seconds
  assert.equal(skew_ms.value, 180_301);
  learnOffset(1_800_000_031_501, 1_800_000_030_000, 1_800_000_030_002); // somebody set the phone's clock
  assert.equal(skew_ms.value, 1_500);
  assert.ok(Math.abs(now_ms() - Date.now() - 1_500) < 50);
});

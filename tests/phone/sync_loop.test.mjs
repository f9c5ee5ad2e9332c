// Sync's loop as it runs by itself: nobody drains by hand, and every wait of 5 s and more is a hundred times shorter.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { connect, newPhone } from './browser.mjs';
import { json, LittleServer, refuse } from './little_server.mjs';

const realTimeout = globalThis.setTimeout;
globalThis.setTimeout = (go, ms, ...rest) => {
  const timer = realTimeout(go, ms >= 5_000 ? ms / 100 : ms, ...rest);
  return ms >= 5_000 ? timer.unref() : timer;
};
globalThis.addEventListener = () => undefined;

let server;
let phone;
before(async () => { server = await new LittleServer().start(); });
after(() => server.stop());
beforeEach(async () => {
  Object.assign(server, { log: [], requests: [], misbehave: [], most: Infinity });
  connect(server.origin);
  const ask = globalThis.fetch;
  globalThis.fetch = (path, options) => ask(path, { ...options, signal: AbortSignal.timeout(10_000) }); // a hundredth of a request's limit is too short on a busy machine
  phone = await newPhone();
  await phone.session.signIn('pat', 'secret');
  phone.sync.startSync();
  await until(() => phone.sync.status.value.lastAnswerAt, 'it runs');
});
afterEach(() => phone.session.signOut(() => true)); // its loop goes on, and has nothing to do

const logged = (id) => phone.log.append({ account: 'pat', game: 'g1', packet: 'sha256:0', app: 'build' }, { id, type: 'goal', team: 'RED', scorer: 'R9' });
const allSent = async () => !(await phone.log.unsentOf('pat')).length;
const until = async (what, says) => {
  for (let turn = 0; !(await what()); turn++) {
    assert.ok(turn < 1_000, says);
    await new Promise((go) => setTimeout(go, 10));
  }
};

test('what is tapped is sent by itself', async () => {
  await logged('c1');
  await until(allSent, 'sent');
  assert.deepEqual(server.idsOf('g1'), ['c1']);
});

test('a loop that hangs is left to itself after a minute without an answer; its age shows, and another loop sends', async () => {
  const real = globalThis.fetch;
  globalThis.fetch = () => new Promise(() => undefined); // neither answered nor stopped, whatever is asked of it
  try {
    await logged('c1');
    await until(() => phone.sync.status.value.silent_ms >= 60_000, 'the silence shows');
  } finally {
    globalThis.fetch = real;
  }
  await until(allSent, 'another loop has sent it');
  await until(() => phone.sync.status.value.silent_ms === 0, 'the silence is over');
  assert.deepEqual(server.idsOf('g1'), ['c1']);
});

test('a Retry-After is kept to, however often somebody taps, and when the phone’s clock is set back, too', async () => {
  const realNow = Date.now;
  let refused_ms;
  server.misbehave = [{ instead: true, do: (response) => {
    refused_ms = performance.now();
    json(response, 503, { error: 'busy', says: 'Later.' }, { 'retry-after': '1' });
  } }];
  try {
    await logged('c1');
    await until(() => refused_ms, 'refused once');
    const pushed = server.pushes().length;
    Date.now = () => realNow() - 3 * 3_600_000;
    while (performance.now() - refused_ms < 900) {
      phone.sync.poke();
      await new Promise((go) => setTimeout(go, 50));
      if (performance.now() - refused_ms < 990) assert.equal(server.pushes().length, pushed, 'nothing is asked before that');
    }
    await until(allSent, 'and not much later it is sent');
  } finally {
    Date.now = realNow;
  }
});

test('a loop whose official has gone is idle, however short the wait was that a failure had left', async () => {
  const realRandom = Math.random;
  const realTransaction = IDBDatabase.prototype.transaction;
  let transactions = 0;
  Math.random = () => 0.01;
  try {
    server.misbehave = Array.from({ length: 3 }, () => refuse(503));
    await logged('c1');
    await until(() => server.misbehave.length < 3, 'refused');
    await phone.session.signOut(() => true);
    IDBDatabase.prototype.transaction = function (...args) {
      transactions += 1;
      return realTransaction.apply(this, args);
    };
    await new Promise((go) => setTimeout(go, 1_000));
    assert.ok(transactions <= 12, `${transactions} transactions in 1 s, where idle rounds are 150 ms apart`);
  } finally {
    Math.random = realRandom;
    IDBDatabase.prototype.transaction = realTransaction;
  }
});

test('a call that the server does not take is tried again less and less often, and it is told why', async () => {
  const real = globalThis.fetch;
  globalThis.fetch = async (path, options) => { // the others' phones are told of anew after every push, as the server does
    const answer = await real(path, options);
    if (!/\/calls\?/.test(path)) return answer;
    const devices = [{ device: 'd', official: 'Lee', phone: 'iPhone', account: 'lee', heard_at: String(server.pushes().length) }];
    return new Response(JSON.stringify({ ...(await answer.json()), devices }), { headers: { 'content-type': 'application/json' } });
  };
  const stop = phone.sync.follow('g1');
  try {
    server.most = 0;
    await logged('big');
    await until(() => phone.sync.status.value.refusal, 'it is told why');
    assert.deepEqual([phone.sync.status.value.state, phone.sync.status.value.refusal], ['waiting', 413]);
    const asked = server.requests.length;
    await new Promise((go) => setTimeout(go, 1_500));
    const more = server.requests.length - asked;
    assert.ok(more <= 40, `${more} requests in 1.5 s, where idle rounds are 150 ms apart and each has two`);
    server.most = Infinity;
    phone.sync.poke();
    await until(allSent, 'a tap tries it at once');
    await until(() => phone.sync.status.value.refusal === null, 'and nothing is in its way');
  } finally {
    stop();
    globalThis.fetch = real;
  }
});

test('what asks by itself waits as long as the loop after a failure; somebody who taps does not', async () => {
  const realRandom = Math.random;
  Math.random = () => 0.99;
  try {
    server.misbehave = Array.from({ length: 3 }, () => refuse(503));
    await logged('c1');
    await until(() => server.misbehave.length === 0, 'refused three times');
    await until(() => phone.sync.status.value.state === 'waiting', 'and it waits for 4 s');
    const pushed = server.pushes().length;
    for (let n = 0; n < 10; n++) {
      phone.sync.askAgain();
      await new Promise((go) => setTimeout(go, 50));
    }
    assert.equal(server.pushes().length, pushed);
    phone.sync.poke();
    await until(allSent, 'a tap sends it');
  } finally {
    Math.random = realRandom;
  }
});

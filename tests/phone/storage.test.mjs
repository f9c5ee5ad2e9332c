// A storage that dies, hangs, fills up or is held by another tab: a call is on disk once, or said not to be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hurried, newPhone } from './browser.mjs';

const PAGE = { account: 'pat', game: 'g1', packet: 'sha256:0', app: 'build' };
const goal = (id) => ({ id, type: 'goal', team: 'RED', scorer: 'R9' });

async function patsPhone() {
  const phone = await newPhone();
  await phone.device.saveIdentity({ account: 'pat', name: 'Pat', language: 'en', roles: [], device: 'd1', token: 't' });
  return phone;
}
const numbers = async (phone) => (await phone.log.recordsOf('pat', 'g1')).map(({ call }) => call.n).sort((a, b) => a - b);

/** While `work` runs, a method of the database is another; `real` is how it was. */
async function patched(owner, method, fake, work) {
  const real = owner[method];
  owner[method] = fake(real);
  try {
    return await work();
  } finally {
    owner[method] = real;
  }
}

for (const name of ['InvalidStateError', 'UnknownError']) {
  test(`a connection that dies once (${name}) costs nothing`, async () => {
    const phone = await patsPhone();
    await phone.log.append(PAGE, goal('c1'));
    let dead = 1;
    const dies = (real) => function (...args) {
      if (dead-- > 0) throw new DOMException('connection to Indexed Database server lost', name);
      return real.apply(this, args);
    };
    await patched(IDBDatabase.prototype, 'transaction', dies, () => phone.log.append(PAGE, goal('c2')));
    assert.deepEqual(await numbers(phone), [1, 2]);
  });
}

test('a connection that dies in the middle of a transaction leaves one call, not half a one and not two', async () => {
  const phone = await patsPhone();
  await phone.log.append(PAGE, goal('c1'));
  let dying = 1;
  const dies = (real) => function (...args) {
    const asked = real.apply(this, args);
    if (this.name === 'heads' && dying-- > 0) asked.addEventListener('success', () => { this.transaction._abort(null); this.transaction.db.close(); });
    return asked;
  };
  await patched(IDBObjectStore.prototype, 'put', dies, () => phone.log.append(PAGE, goal('c2')));
  assert.ok(dying < 1, 'it died');
  assert.deepEqual(await numbers(phone), [1, 2]);
});

test('a transaction that never ends is given up on, and what it did is not done twice', async () => {
  const phone = await patsPhone();
  await phone.log.append(PAGE, goal('c1'));
  let deaf = 1;
  const hangs = (real) => function (...args) {
    if (deaf-- > 0) return new Proxy(real.apply(this, args), { get: (request, name) => (name === 'addEventListener' ? () => undefined : request[name]) });
    return real.apply(this, args);
  };
  let waits = 2; // of the first try: for its work and for its end
  const hurries = (real) => (go, ms, ...rest) => real(go, ms >= 1_000 && waits-- > 0 ? ms / 100 : ms, ...rest);
  await patched(globalThis, 'setTimeout', hurries, () => patched(IDBObjectStore.prototype, 'add', hangs, () => phone.log.append(PAGE, goal('c2'))));
  assert.deepEqual(await numbers(phone), [1, 2]);
});

test('a connection that stays dead is told, and the next tap works once it lives', async () => {
  const phone = await patsPhone();
  const dead = () => () => { throw new DOMException('lost', 'UnknownError'); };
  await patched(IDBDatabase.prototype, 'transaction', dead, () => assert.rejects(phone.log.append(PAGE, goal('c1')), phone.database.NotSaved));
  await phone.log.append(PAGE, goal('c1'));
  assert.deepEqual(await numbers(phone), [1]);
});

test('what was begun before storage failed, and is on disk after it, does not say that storage is well', async () => {
  const phone = await patsPhone();
  let waits = true;
  let slow;
  await new Promise((begun) => {
    slow = phone.database.transact(['settings'], 'readwrite', async (tx) => {
      begun();
      while (waits) await tx.objectStore('settings').get('probe'); // keeps it open
    });
  });
  const dead = () => () => { throw new DOMException('lost', 'UnknownError'); };
  await patched(IDBDatabase.prototype, 'transaction', dead, () => assert.rejects(phone.database.probe(), phone.database.NotSaved));
  waits = false;
  await slow;
  assert.equal(phone.database.storage.value, 'failed');
  await phone.database.probe();
  assert.equal(phone.database.storage.value, 'ready');
});

test('a transaction is aborted for no reason that is named: not saved, never shown as saved', async () => {
  const phone = await patsPhone();
  const aborts = (real) => function (...args) {
    const asked = real.apply(this, args);
    if (this.name === 'heads') asked.addEventListener('success', () => this.transaction._abort(null));
    return asked;
  };
  await patched(IDBObjectStore.prototype, 'put', aborts, () => assert.rejects(phone.log.append(PAGE, goal('c1')), phone.database.NotSaved));
  assert.deepEqual(await numbers(phone), []);
});

/** Every write of a call fails as on a full disk: each request succeeds, and then the transaction is aborted. */
const full = (until = () => false) => (real) => function (...args) {
  const asked = real.apply(this, args);
  if (this.name === 'heads') asked.addEventListener('success', () => { if (!until()) this.transaction._abort('QuotaExceededError'); });
  return asked;
};

test('a full disk aborts after every request has succeeded: not saved', async () => {
  const phone = await patsPhone();
  await phone.log.append(PAGE, goal('c1'));
  const says = (error) => error instanceof phone.database.NotSaved && /Quota/.test(error.message);
  await patched(IDBObjectStore.prototype, 'put', full(), () => assert.rejects(phone.log.append(PAGE, goal('c2')), says));
  assert.deepEqual(await numbers(phone), [1]);
});

test('a database that never opens is told within seconds, and asked for no second time meanwhile', async () => {
  const phone = await newPhone();
  let opens = 0;
  const hangs = () => () => { opens++; return new EventTarget(); };
  await hurried(() => patched(indexedDB, 'open', hangs, () => assert.rejects(phone.database.probe(), phone.database.NotSaved)));
  assert.equal(opens, 1, 'a second wait would be as long again');
  assert.equal(phone.database.storage.value, 'failed');
  await phone.database.probe();
  assert.equal(phone.database.storage.value, 'ready');
});

test('a browser without a database is told as one that keeps nothing', async () => {
  const phone = await newPhone();
  const there = globalThis.indexedDB;
  delete globalThis.indexedDB;
  await assert.rejects(phone.database.probe(), phone.database.NotSaved).finally(() => { globalThis.indexedDB = there; });
  assert.equal(phone.database.storage.value, 'failed');
});

test('a newer version in another tab is let in, and this tab says so', async () => {
  const phone = await patsPhone();
  await phone.database.probe();
  await new Promise((go, fail) => {
    const newer = indexedDB.open('rinkside', 2);
    newer.onsuccess = () => go(newer.result.close());
    newer.onerror = () => fail(newer.error);
  });
  assert.equal(phone.database.storage.value, 'replaced');
});

/** As a tab of a build before ours would hold it open, deaf to `versionchange` or not. */
const openedAs = (version) => new Promise((go, fail) => {
  const opening = indexedDB.open('rinkside', version);
  opening.onsuccess = () => go(opening.result);
  opening.onerror = () => fail(opening.error);
  opening.onblocked = () => fail(new Error('blocked'));
});

test('a newer build lets an older tab’s log alone: its tap says that it is not saved', async () => {
  const phone = await patsPhone();
  await phone.log.append(PAGE, goal('c1'));
  const newer = await openedAs(2);
  await assert.rejects(phone.log.append(PAGE, goal('c2')), phone.database.NotSaved);
  assert.equal(phone.database.storage.value, 'replaced');
  newer.close();
});

test('a database that opens too late does not take the one away that was opened meanwhile', async () => {
  const phone = await patsPhone();
  await phone.database.drop();
  let opens = 0;
  const first = (real) => function (...args) {
    return this !== indexedDB || opens++ ? real.apply(this, args) : new IDBOpenDBRequest(); // a request that is never answered
  };
  await patched(IDBFactory.prototype, 'open', first, () => hurried(async () => {
    const late = phone.log.recordsOf('pat', 'g1');
    void phone.database.drop();
    await phone.log.append(PAGE, goal('c1'));
    await assert.rejects(late);
    await phone.log.append(PAGE, goal('c2'));
  }));
  assert.equal(opens, 2);
  assert.deepEqual(await numbers(phone), [1, 2]);
});

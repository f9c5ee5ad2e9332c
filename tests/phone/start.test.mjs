// The app starts as soon as what is kept can be read, whatever it was that stood in the way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hurried, newPhone, newTab } from './browser.mjs';

globalThis.addEventListener = () => undefined;
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
const { setInterval: realInterval, setTimeout: realTimeout } = globalThis;
globalThis.setTimeout = (go, ms, ...rest) => {
  const timer = realTimeout(go, ms, ...rest);
  return ms < 100 ? timer : timer.unref(); // the app goes on trying to sync; the test ends
};
globalThis.setInterval = (go, ms) => realInterval(go, ms / 100).unref();

test('one reading that fails while storage is well: it is read again, and the official is there', async () => {
  const before = await newPhone();
  await before.device.saveIdentity({ account: 'pat', name: 'Pat', language: 'en', roles: [], device: 'd1', token: null });
  await before.settings.keep('account', 'pat');
  const phone = await newTab();
  const { get } = IDBObjectStore.prototype;
  let fails = 1;
  IDBObjectStore.prototype.get = function (key) {
    if (key === 'account' && fails-- > 0) throw new DOMException('cannot be read', 'NotReadableError');
    return get.call(this, key);
  };
  await hurried(async () => {
    await assert.rejects(phone.start.startPhone(), /cannot be read/);
    assert.deepEqual([phone.start.started.value, phone.session.account.value], [false, null]);
    for (let turn = 0; !phone.start.started.value; turn++) {
      assert.ok(turn < 1_000, `it is not read again; storage is ${phone.database.storage.value}`);
      await new Promise((go) => setTimeout(go, 20));
    }
  });
  assert.equal(phone.session.account.value.name, 'Pat');
});

test('a connection that died while nobody looked is known as the app comes to the front, before anybody taps', async () => {
  const comes = [];
  document.addEventListener = (name, go) => { if (name === 'visibilitychange') comes.push(go); };
  const phone = await newPhone();
  await phone.start.startPhone();
  const stands = async (wanted) => {
    for (let turn = 0; phone.database.storage.value !== wanted; turn++) {
      assert.ok(turn < 1_000, `storage is ${phone.database.storage.value}, not ${wanted}`);
      await new Promise((go) => setTimeout(go, 20));
    }
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    if (this.name !== 'rinkside') return transaction.apply(this, given);
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  };
  try {
    await stands('ready');
    comes.forEach((go) => go());
    await stands('failed');
  } finally {
    IDBDatabase.prototype.transaction = transaction;
  }
  await stands('ready');
});

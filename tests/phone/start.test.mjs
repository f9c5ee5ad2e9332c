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
      assert.ok(turn < 100, `it is not read again; storage is ${phone.database.storage.value}`);
      await new Promise((go) => setTimeout(go, 20));
    }
  });
  assert.equal(phone.session.account.value.name, 'Pat');
});

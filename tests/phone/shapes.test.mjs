// A phone whose database an earlier version of the app has written: every shape that ever was in use is in shapes/, with calls
// unsent in it. Whoever raises VERSION adds the shape before. Each comes through whole, and what is unsent is sent.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { connect, newPhone, newTab } from './browser.mjs';
import { ROOT } from './bundled.mjs';
import { LittleServer, PAT } from './little_server.mjs';

const FOLDER = `${ROOT}tests/phone/shapes/`;
const shapes = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(FOLDER + file, 'utf8')));

let server;
before(async () => { server = await new LittleServer().start(); connect(server.origin); });
after(() => server.stop());

/** A database as it was written then. */
function written({ version, stores }) {
  return new Promise((done, fail) => {
    const opening = indexedDB.open('rinkside', version);
    opening.onerror = () => fail(opening.error);
    opening.onupgradeneeded = () => {
      for (const [name, { keyPath, indexes = {}, rows, entries = [] }] of Object.entries(stores)) {
        const store = opening.result.createObjectStore(name, keyPath ? { keyPath } : {});
        for (const [index, path] of Object.entries(indexes)) store.createIndex(index, path);
        for (const row of rows) store.put(row);
        for (const [key, value] of entries) store.put(value, key);
      }
    };
    opening.onsuccess = () => done(opening.result.close());
  });
}

/** What stands in a database: stores with their keys and indexes, and rows. */
const shapeOf = (database, rows) => database.transact([...Object.keys(rows)], 'readonly', async (tx) => Object.fromEntries(await Promise.all(Object.keys(rows).map(async (name) => {
  const store = tx.objectStore(name);
  const indexes = Object.fromEntries([...store.indexNames].map((index) => [index, store.index(index).keyPath]));
  return [name, { keyPath: store.keyPath, indexes, rows: await store.getAll() }];
}))));

test('the newest shape in the folder is today’s', async () => {
  const phone = await newPhone();
  const newest = shapes.sort((a, b) => a.version - b.version).at(-1);
  const today = await shapeOf(phone.database, newest.stores);
  const then = Object.fromEntries(Object.entries(newest.stores).map(([name, { keyPath = null, indexes = {} }]) => [name, { keyPath, indexes, rows: [] }]));
  assert.deepEqual(today, then, 'a new shape: raise VERSION, add a step to upgrade(), and put the shape before into shapes/');
});

for (const shape of shapes) {
  test(`version ${shape.version} comes through whole, and what is unsent in it is sent`, async () => {
    await newPhone();
    await written(shape);
    const phone = await newTab();
    const rows = Object.fromEntries(Object.entries((await shapeOf(phone.database, shape.stores))).map(([name, { rows: found }]) => [name, found.length]));
    assert.deepEqual(rows, Object.fromEntries(Object.entries(shape.stores).map(([name, { rows: wrote, entries = [] }]) => [name, wrote.length + entries.length])));

    Object.assign(server, { log: [{ seq: 1, result: 'accepted', call: shape.stores.calls.rows[0].call }], epoch: 'e1' });
    server.devices.set('a token of then', { device: shape.stores.identities.rows[0].device, account: PAT });
    await phone.session.recallSession();
    await phone.log.append({ account: 'pat', game: 'g1', packet: 'p', app: 'now' }, { id: 'c4', type: 'goal', team: 'RED', scorer: 'R7' });
    await phone.sync.drain();
    assert.deepEqual(server.log.map(({ call }) => [call.id, call.n]), [['c1', 1], ['c2', 2], ['c4', 3]], 'numbers go on where they were');
    assert.deepEqual((await phone.log.unsentOf('pat')).length, 0);
    assert.deepEqual((await phone.log.unsentOf('lee')).map(({ id }) => id), ['c3'], 'another official’s stays theirs');
  });
}

// An IndexedDB that outlives its process: fake-indexeddb, and beside it a file to which every transaction's writes are
// appended in one piece before its `complete` is told. Whatever ended the process, the next one reads the file again.
import 'fake-indexeddb/auto';
import { existsSync, openSync, readFileSync, writeSync } from 'node:fs';

/** Fill the empty database, opened by `open`, from the file, and from then on keep what is written. */
export async function keepOnDisk(file, open) {
  await replay(linesOf(file), open);
  const log = openSync(file, 'a');
  const writesOf = new WeakMap(); // by transaction
  for (const act of ['add', 'put', 'delete', 'clear']) {
    const real = IDBObjectStore.prototype[act];
    IDBObjectStore.prototype[act] = function (...given) {
      const asked = real.apply(this, given);
      writesOf.get(this.transaction)?.push([this.name, act === 'add' ? 'put' : act, ...given.map(spelled)]);
      return asked;
    };
  }
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...given) {
    const transaction = begin.apply(this, given);
    const writes = [];
    writesOf.set(transaction, writes);
    transaction.addEventListener('complete', () => { if (writes.length) writeSync(log, `${JSON.stringify(writes)}\n`); });
    return transaction;
  };
}

/** Whole lines only: what follows the last line break was never told to be kept. */
const linesOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []);

async function replay(lines, open) {
  if (!lines.length) return;
  const db = await open();
  for (const line of lines) {
    const writes = JSON.parse(line);
    const transaction = db.transaction([...new Set(writes.map(([store]) => store))], 'readwrite');
    for (const [store, act, ...given] of writes) await transaction.objectStore(store)[act](...given.map(read));
    await transaction.done;
  }
  db.close();
}

const spelled = (value) => (value instanceof IDBKeyRange ? { range: [value.lower, value.upper, value.lowerOpen, value.upperOpen] } : value);
const read = (value) => (value?.range ? IDBKeyRange.bound(...value.range) : value);

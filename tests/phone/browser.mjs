// What the phone's code expects of a browser and Node lacks: a database, locks between tabs, a page, a Worker. The
// database is fake-indexeddb; the Worker runs the real engine; requests go to a real little server.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';
import { engineFiles } from '../../engine_files.mjs';
import { bundled, ROOT } from './bundled.mjs';

const { startEngine } = await bundled('static/src/engine.ts');
const engine = startEngine(loadMicroPython, undefined, engineFiles(ROOT));

class EngineWorker {
  onmessage = null;
  async postMessage({ id, text }) {
    const answer = await engine;
    let data;
    try {
      data = { id, text: answer(text) };
    } catch (error) {
      data = { id, error: `${error.type}: ${error.message}` };
    }
    this.onmessage?.({ data });
  }
  terminate() {}
}

/** Exclusive locks by name, held until the work's promise settles; a signal ends the wait for one. */
function locks() {
  const last = new Map();
  return {
    request(name, options, work) {
      const { signal } = work ? options : {};
      const free = (last.get(name) ?? Promise.resolve()).catch(() => undefined);
      const turn = new Promise((go, fail) => {
        signal?.addEventListener('abort', () => fail(signal.reason));
        free.then(go);
      }).then(work ?? options);
      last.set(name, Promise.all([free, turn.catch(() => undefined)]));
      return turn;
    },
  };
}

Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'Android', locks: locks() }, configurable: true });
globalThis.document = { visibilityState: 'visible', addEventListener() {}, querySelector: () => ({ content: 'build' }) };
globalThis.requestAnimationFrame = (go) => setTimeout(go, 0);
globalThis.Worker = EngineWorker;

/** A phone whose storage is empty and whose locks nobody holds. */
export async function newPhone() {
  navigator.storageBuckets = buckets();
  return withoutItsLog();
}

/** The phone as it starts after the browser has thrown its database away: storage buckets are what they were. */
export async function withoutItsLog() {
  globalThis.indexedDB = new IDBFactory();
  navigator.locks = locks();
  return newTab();
}

/** Storage buckets by name, each with databases of its own. */
function buckets() {
  const all = new Map();
  return {
    all,
    async open(name) {
      if (!all.has(name)) all.set(name, { indexedDB: new IDBFactory() });
      return all.get(name);
    },
  };
}

/** Another tab, or the same phone after a cold start: module state is new, the database is what it was. */
export const newTab = () => bundled('tests/phone/phone.ts');

const realFetch = globalThis.fetch;

/** Where the phone's requests go from now on; null: there is no network. */
export function connect(origin) {
  globalThis.fetch = origin === null
    ? () => Promise.reject(new TypeError('Failed to fetch'))
    : (path, options) => realFetch(origin + path, options);
}

/** Run `work` with every wait of 1 s and more made a hundred times shorter. */
export async function hurried(work) {
  const real = globalThis.setTimeout;
  globalThis.setTimeout = (go, ms, ...rest) => real(go, ms >= 1_000 ? ms / 100 : ms, ...rest);
  try {
    return await work();
  } finally {
    globalThis.setTimeout = real;
  }
}

// What phones would show: for every line {records, packet} on standard input which of its calls count, the sheet and the
// clock, by the app's own code and the engine that is on the phone.
//
//   node judge.mjs BUNDLE ROOT
import { createInterface } from 'node:readline';
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';
import { pathToFileURL } from 'node:url';

const [bundle, root] = process.argv.slice(2);
const { engineFiles } = await import(pathToFileURL(`${root}/engine_files.mjs`).href);
const { counted, lastSet, startEngine } = await import(pathToFileURL(bundle).href);
const engine = startEngine(loadMicroPython, undefined, engineFiles(root));

globalThis.requestAnimationFrame = (go) => setTimeout(go, 0);
globalThis.Worker = class {
  onmessage = null;
  async postMessage({ id, text }) {
    const answer = await engine;
    try {
      this.onmessage?.({ data: { id, text: answer(text) } });
    } catch (error) {
      this.onmessage?.({ data: { id, error: `${error.type}: ${error.message}` } });
    }
  }
  terminate() {}
};

for await (const line of createInterface({ input: process.stdin })) {
  const { packet, records } = JSON.parse(line);
  let told;
  try {
    const { calls, sheet, undecided } = await counted(packet, packet.game_file.history, records, true);
    told = { undecided, sheet, clock: lastSet(calls, packet) };
  } catch (error) {
    told = { failed: String(error) };
  }
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
process.exit(0);

// Rule on requests with the phone's engine, straight from the tree: one JSON request a line on stdin
// ({"do": "adjudicate", "game": …, "rulebook": …}), one JSON answer a line on stdout, in the same order.
//   node tests/phone/rule_on.mjs < requests.jsonl > answers.jsonl
// What the engine throws becomes {"fault": "…"}. `--ms` adds a line of timings on stderr.
import { createInterface } from 'node:readline';
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';
import { engineFiles } from '../../engine_files.mjs';
import { bundled, ROOT } from './bundled.mjs';

const { startEngine } = await bundled('static/src/engine.ts');
const started = performance.now();
const answer = await startEngine(loadMicroPython, undefined, engineFiles(ROOT));
const start_ms = performance.now() - started;

const times_ms = [];
for await (const line of createInterface({ input: process.stdin })) {
  if (!line.trim()) continue;
  const asked = performance.now();
  let text;
  try {
    text = answer(line);
  } catch (error) {
    text = JSON.stringify({ fault: `${error.type ?? error.name}: ${error.message}` });
  }
  times_ms.push(performance.now() - asked);
  if (!process.stdout.write(`${text}\n`)) await new Promise((go) => process.stdout.once('drain', go));
}
if (process.argv.includes('--ms')) {
  times_ms.sort((a, b) => a - b);
  const of = (share) => times_ms[Math.floor((times_ms.length - 1) * share)]?.toFixed(1);
  console.error(`start ${start_ms.toFixed(0)} ms; ${times_ms.length} answers, median ${of(0.5)} ms, p95 ${of(0.95)} ms`);
}

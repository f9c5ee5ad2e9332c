// Import TypeScript of the phone's in Node: esbuild bundles it into one file, once for each entry. Every import of that
// has its own module state, as every tab has.
import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'rinkside-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const built = new Map();
let imports = 0;

export async function bundled(path) {
  const outfile = join(folder, `${path.replace(/\W/g, '_')}.mjs`);
  if (!built.has(path)) {
    built.set(path, build({
      entryPoints: [ROOT + path], bundle: true, format: 'esm', platform: 'neutral', mainFields: ['module', 'main'], outfile, logLevel: 'error',
      define: { RULES_WORKER_URL: '"rules_worker.js"', PRACTICE: '{"en":"practice.json"}' },
    }));
  }
  await built.get(path);
  return import(`${pathToFileURL(outfile).href}?${++imports}`);
}

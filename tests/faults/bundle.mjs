// Bundle the phone for the faults from a copy of the tree, which a deliberate break may have changed.
//
//   node bundle.mjs TREE TARGET
import { build } from 'esbuild';
import { join } from 'node:path';

const [tree, target] = process.argv.slice(2);
const entries = (names, more) => build({
  entryPoints: names.map((name) => join(tree, 'tests/faults', name)), outdir: target, bundle: true, format: 'esm', logLevel: 'error',
  define: { RULES_WORKER_URL: '"/rules_worker.js"' }, ...more,
});
await entries(['node.ts', 'judge.ts'], { platform: 'neutral', mainFields: ['module', 'main'], outExtension: { '.js': '.mjs' } });
await entries(['page.ts', 'other_tab.ts'], {});

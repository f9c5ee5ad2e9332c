// The referee's app as one bundle, and every part of it that a literal `import('./…')` names as a bundle of its own,
// fetched when it is opened. Such a bundle holds no module of the app's a second time, for those keep state: it imports
// them from the app's own bundle, which exports the names that are asked for and no more. A browser remembers an import that
// failed, so that another try needs another address: `tries`, a global, is put behind it.
// What two parts import of ours is in the app's own bundle, so that no state is doubled there either: an open game has one
// context, whichever part asks for it. esbuild's own splitting came to 55.2 KB in six files for the shell, against 50.1 KB in one.
import { createHash } from 'node:crypto';
import { basename, extname, relative } from 'node:path';
import { build } from 'esbuild';

const SHARED = /\bimport\s*(?:([\w$]+)\s*,?\s*)?(?:\{([^}]*)\})?\s*from\s*"shared:([^"]+)"/g;

/** [{name, code, hashed}], the app's own bundle first. A `name` is `rink.js` or `lazy-*.js`; `code(url)` answers the text once
 * every name has its URL; `hashed` is what the file's name is to hold a digest of: the bundles name one another. */
export async function appBundles(root, entry, options) {
  const lazy = new Set();
  const made = (more) => build({ ...options, absWorkingDir: root, bundle: true, format: 'esm', write: false, metafile: true, ...more });
  const first = await made({ entryPoints: [entry], plugins: [partsApart(root, lazy)] });
  const shared = new Set(modulesIn(first));

  const held = (path) => made({ entryPoints: [path], plugins: [partsApart(root, lazy), ofTheApp(root, shared)] });
  const once = new Set();
  for (const path of lazy) { // grows while it is gone through: a part may have parts
    for (const module of modulesIn(await held(path)).filter(isOurs)) (once.has(module) ? shared : once).add(module);
  }
  const parts = new Map();
  for (const path of lazy) parts.set(path, (await held(path)).outputFiles[0].text);
  const exported = new Map(); // 'path#name' → the short name that the app's bundle gives it
  const short = (path, name) => exported.get(`${path}#${name}`) ?? exported.set(`${path}#${name}`, `x${exported.size.toString(36)}`).get(`${path}#${name}`);
  for (const [path, text] of parts) parts.set(path, text.replace(SHARED, (_, byDefault, names, from) => `import{${imported(byDefault, names).map(([name, local]) => `${short(from, name)} as ${local}`).join()}}from"lazy:${entry}"`));
  for (const [path, text] of parts) if (text.includes('"shared:')) throw new Error(`${path}: import the app's modules by name, not with * or for their effect`);

  const exports = [...exported].map(([key, as]) => { const [path, name] = key.split('#'); return `export { ${name} as ${as} } from './${path}';`; });
  const app = await made({ stdin: { contents: [`import './${entry}';`, ...exports].join('\n'), resolveDir: root, loader: 'ts' }, plugins: [partsApart(root, new Set())] });
  const texts = new Map([[entry, app.outputFiles[0].text], ...parts]);
  const set = createHash('sha256').update(JSON.stringify([...texts])).digest('hex');
  const nameOf = (path) => (path === entry ? 'rink.js' : `lazy-${basename(path, extname(path))}.js`);
  return [...texts].map(([path, text]) => ({
    name: nameOf(path),
    hashed: `${path} of ${set}`,
    code: (url) => text.replace(/(import\()?"lazy:([^"]+)"/g, (_, whenOpened, of) => (whenOpened ? `import(${JSON.stringify(url(nameOf(of)))}+(self.tries??"")` : JSON.stringify(url(nameOf(of))))),
  }));
}

/** What a bundle holds anything of. */
const modulesIn = ({ metafile }) => Object.entries(Object.values(metafile.outputs)[0].inputs).filter(([, { bytesInOutput }]) => bytesInOutput).map(([path]) => path);

const isOurs = (path) => !path.includes('node_modules/');

/** `{a as b, c}` and a default import as [name, local name]. */
function imported(byDefault, names) {
  const listed = (names ?? '').split(',').filter(Boolean).map((one) => one.trim().split(/\s+as\s+/)).map(([name, local = name]) => [name, local]);
  return byDefault ? [['default', byDefault], ...listed] : listed;
}

/** What is imported when it is needed stays out, and is noted. */
const partsApart = (root, lazy) => ({
  name: 'parts apart',
  setup: ({ onResolve, resolve }) => onResolve({ filter: /^\./ }, async ({ path, kind, ...from }) => {
    if (kind !== 'dynamic-import') return undefined;
    const found = await resolve(path, { kind: 'import-statement', importer: from.importer, resolveDir: from.resolveDir });
    if (found.errors.length) return { errors: found.errors };
    const part = relative(root, found.path);
    lazy.add(part);
    return { path: `lazy:${part}`, external: true };
  }),
});

/** A module that the app's own bundle holds is imported from there. */
const ofTheApp = (root, shared) => ({
  name: 'of the app',
  setup: ({ onResolve, resolve }) => onResolve({ filter: /./ }, async ({ path, kind, pluginData, ...from }) => {
    if (kind !== 'import-statement' || pluginData === 'asked') return undefined;
    const found = await resolve(path, { kind, importer: from.importer, resolveDir: from.resolveDir, pluginData: 'asked' });
    const module = relative(root, found.path);
    return shared.has(module) ? { path: `shared:${module}`, external: true } : undefined;
  }),
});

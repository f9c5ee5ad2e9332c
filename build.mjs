// Build what the browser gets, from static/ and service_worker/ into static/dist/, which is served under /static/.
//
//   node build.mjs      once
//
// Every file that assets.json names has its content's hash in its name and never changes. Five have fixed names:
// rink.html (to be served as it stands at /rink/: the service worker checks its digest), worker.js (at /worker.js, or
// retired_worker.js in its place), manifest.webmanifest (at /manifest.webmanifest) and assets.json itself (logical name →
// file name).
// Compressed twins (.br, .gz) lie beside them. The files of the last five builds stay, for pages still open.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, transformSync } from 'esbuild';
import { appBundles } from './app_bundles.mjs';
import { engineFiles } from './engine_files.mjs';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const DIST = join(ROOT, 'static/dist');
const RUNTIME = join(ROOT, 'node_modules/@micropython/micropython-webassembly-pyscript');
const UNFINISHED = mkdtempSync(join(ROOT, 'static/unfinished-')); // beside dist/, which a server may be listing
process.on('exit', () => rmSync(UNFINISHED, { recursive: true }));
const BUILDS_KEPT = 5;
const BROWSERS = ['es2022', 'chrome100', 'firefox104', 'safari15.4'];

const digest = (bytes, algorithm, encoding) => createHash(algorithm).update(bytes).digest(encoding);
const inTree = (path) => readFileSync(join(ROOT, path));
const assets = {};

/** Write bytes and their compressed twins; what lies there already under a hashed name is left as it is. */
function write(file, bytes) {
  const path = join(DIST, file);
  const hashed = Object.values(assets).includes(file);
  if (hashed && existsSync(`${path}.gz`)) return;
  put(path, bytes);
  if (extname(file) === '.png') return;
  put(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
  put(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}

/** Nobody reads half a file: a server may be serving what lies there. */
function put(path, bytes) {
  const whole = join(UNFINISHED, basename(path));
  writeFileSync(whole, bytes);
  renameSync(whole, path);
}

/** Write a file under a name that holds its content's hash, and answer the URL it is served at. */
function publish(name, content) {
  const bytes = Buffer.from(content);
  const url = named(name, bytes);
  write(assets[name], bytes);
  return url;
}

/** Give a file its name, with a digest of what its content follows from, and answer the URL it is served at. */
function named(name, hashed) {
  const extension = extname(name);
  assets[name] = `${basename(name, extension)}-${digest(hashed, 'sha256', 'hex').slice(0, 10)}${extension}`;
  return `/static/${assets[name]}`;
}

const options = (define = {}) => ({
  external: ['/static/*'], minify: true, target: BROWSERS, logLevel: 'warning', legalComments: 'none',
  jsx: 'automatic', jsxImportSource: 'preact',
  define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
});

/** Bundle one entry, given by path or as text. Styles come from static/css alone. */
async function bundle(entry, define = {}, format = 'esm') {
  const input = typeof entry === 'string' ? { entryPoints: [join(ROOT, entry)] } : { stdin: { ...entry, resolveDir: join(ROOT, 'static/css') } };
  const made = await build({ ...options(define), ...input, bundle: true, format, write: false });
  return made.outputFiles[0].contents;
}

/** The app's own bundle and those that are fetched when they are opened. */
async function publishApp(define) {
  const bundles = await appBundles(ROOT, 'static/src/app.tsx', options(define));
  const urls = Object.fromEntries(bundles.map(({ name, hashed }) => [name, named(name, hashed)]));
  for (const { name, code } of bundles) write(assets[name], Buffer.from(code((other) => urls[other])));
}

/** The stylesheets of one part: tokens and components are everybody's, rink*.css the app's, all others the pages'. */
function styles(part) {
  const shared = ['tokens.css', 'components.css'];
  const own = readdirSync(join(ROOT, 'static/css')).filter((name) => name.endsWith('.css') && !shared.includes(name) && name.startsWith('rink') === (part === 'rink'));
  return bundle({ contents: [...shared, ...own.sort()].map((name) => `@import "./${name}";`).join('\n'), loader: 'css' });
}

/** By language, and by name, the catalogues of the words; `en.json` is the app's. */
function catalogues() {
  const found = {};
  for (const file of readdirSync(join(ROOT, 'static/src/words')).sort()) {
    const [, name = 'app', language] = /^(?:(\w+)\.)?(\w+)\.json$/.exec(file) ?? [];
    if (language) (found[language] ??= {})[name] = JSON.parse(inTree(`static/src/words/${file}`));
  }
  return found;
}

/** By language, the URL of what the app says in it; English is in the bundles. */
function languages() {
  const others = Object.entries(catalogues()).map(([language, { without_app, ...words }]) => [language, words]);
  return Object.fromEntries(others.filter(([language, words]) => language !== 'en' && Object.keys(words).length).map(([language, words]) => [language, publish(`words.${language}.json`, JSON.stringify(words))]));
}

/** A page that stands where there is no app: what is in <each-language> once in each there is, English first and elsewhere. */
function said(page) {
  const { en, ...others } = catalogues();
  const worded = (text, language, words) => text.replace(/(?<!\{)\{([\w.]+)\}(?!\})/g, (_, key) => (key === 'language' ? language : escaped(words[key] ?? en.without_app[key] ?? fail(`no word ${key}`))));
  const all = [['en', en], ...Object.entries(others)].filter(([, { without_app }]) => without_app);
  const each = page.replace(/<each-language>\n([\s\S]*?)<\/each-language>\n/g, (_, block) => all.map(([language, { without_app }]) => worded(block, language, without_app)).join(''));
  return worded(each, 'en', en.without_app);
}
const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

/** Forget the files that none of the last builds names. */
function sweep(files) {
  const record = join(DIST, 'builds.json');
  const earlier = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : [];
  const builds = [files, ...earlier.filter((one) => one.join() !== files.join())].slice(0, BUILDS_KEPT);
  writeFileSync(record, JSON.stringify(builds));
  const kept = new Set(builds.flat());
  for (const file of readdirSync(DIST)) {
    if (/-[0-9a-f]{10}\.\w+(\.(br|gz))?$/.test(file) && !kept.has(file.replace(/\.(br|gz)$/, ''))) rmSync(join(DIST, file));
  }
}

const python = process.env.PYTHON ?? (existsSync(join(ROOT, '.venv/bin/python')) ? join(ROOT, '.venv/bin/python') : 'python3');
mkdirSync(join(ROOT, 'static/src/generated'), { recursive: true });
execFileSync(python, ['-m', 'webapp.calls.typescript'], { cwd: ROOT }); // writes static/src/generated/calls.ts
mkdirSync(DIST, { recursive: true });

const engine = {
  ENGINE_URL: publish('engine.json', JSON.stringify(engineFiles(ROOT))),
  RUNTIME_URL: publish('micropython.mjs', transformSync(readFileSync(join(RUNTIME, 'micropython.mjs'), 'utf8'), { minify: true, format: 'esm', target: BROWSERS }).code),
  WASM_URL: publish('micropython.wasm', readFileSync(join(RUNTIME, 'micropython.wasm'))),
};
publish('rules_worker.js', await bundle('static/src/rules_worker.ts', engine));
const games = JSON.parse(execFileSync(python, ['-m', 'webapp.rulebooks.practice'], { cwd: ROOT, maxBuffer: Infinity }));
const practice = Object.fromEntries(Object.entries(games).map(([language, all]) => [language, publish(`practice.${language}.json`, JSON.stringify(all))]));
await publishApp({ LANGUAGES: languages(), PRACTICE: practice, RULES_WORKER_URL: `/static/${assets['rules_worker.js']}` });
publish('rink.css', await styles('rink'));
publish('icon.svg', inTree('static/icons/icon.svg'));
const filled = (path) => said(inTree(path).toString()).replace(/\{\{([\w.-]+)\}\}/g, (_, name) => `/static/${assets[name] ?? fail(`${path}: no asset ${name}`)}`);
const fail = (why) => { throw new Error(why); };
publish('pages.css', await styles('pages'));
const pageScript = async (stem) => publish(`${stem}.js`, await bundle(`static/src/pages/${stem}.ts`));
await pageScript('last_seen'); // stands in for the pages while there is no network
publish('one_language.js', transformSync(inTree('static/src/pages/one_language.ts').toString(), { loader: 'ts', minify: true, target: 'es5' }).code);
for (const name of ['no_network.html', 'not_sent.html']) publish(name, filled(`static/src/${name}`));
const ofTheApp = Object.values(assets);

for (const name of ['pages', 'notice_settings']) await pageScript(name);
for (const name of readdirSync(join(ROOT, 'static/icons')).filter((name) => /\.(svg|png)$/.test(name))) publish(name, inTree(`static/icons/${name}`));

publish('pages.webmanifest', filled('static/src/pages.webmanifest'));
const manifest = filled('static/src/manifest.webmanifest');
const worker = await bundle('service_worker/worker.ts', {}, 'iife');
const unnamed = filled('static/src/rink.html');
const id = digest(JSON.stringify([assets, manifest, unnamed, Buffer.from(worker).toString()]), 'sha256', 'hex').slice(0, 10);
const shell = unnamed.replace('BUILD_ID', id);

const kept = [
  ['/rink/', Buffer.from(shell)],
  ['/manifest.webmanifest', Buffer.from(manifest)],
  ...[...ofTheApp, assets['icon-192.png']].map((file) => [`/static/${file}`, readFileSync(join(DIST, file))]),
].map(([url, bytes]) => [url, `sha256-${digest(bytes, 'sha256', 'base64')}`]);
write('rink.html', Buffer.from(shell));
write('manifest.webmanifest', Buffer.from(manifest));
write('worker.js', Buffer.from(await bundle('service_worker/worker.ts', { BUILD: { id, files: kept } }, 'iife')));
write('retired_worker.js', Buffer.from(await bundle('service_worker/retired_worker.ts', {}, 'iife')));
write('assets.json', Buffer.from(JSON.stringify(assets, null, 1)));
sweep(Object.values(assets));

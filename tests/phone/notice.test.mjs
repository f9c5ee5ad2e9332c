// Whatever a push message holds, something is shown, and never more than the server's own words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPhone } from './browser.mjs';

const { notice: { show, shown } } = await newPhone();
const NEUTRAL = { title: 'Rinkside', options: { data: { url: '/' } } };

for (const payload of [undefined, '', 'no JSON', 'null', '[]', '7', '{}', '{"notification": 3}', '{"notification": {"title": 5, "body": null}}']) {
  test(`${payload} is a notice all the same`, () => assert.deepEqual(shown(payload), NEUTRAL));
}

test('the server’s words are shown', () => {
  const payload = { web_push: 8030, notification: { title: 'Rinkside', body: 'A disciplinary notice for your team', navigate: '/captain/', tag: 'n1', lang: 'en' } };
  assert.deepEqual(shown(JSON.stringify(payload)), { title: 'Rinkside', options: { body: 'A disciplinary notice for your team', data: { url: '/captain/' }, tag: 'n1', renotify: true, lang: 'en' } });
});

test('where the server’s words are a title alone, nothing is added in another language', () => {
  const payload = { notification: { title: 'Avis disciplinaire', navigate: '/inbox/n1', lang: 'fr' } };
  assert.deepEqual(shown(JSON.stringify(payload)), { title: 'Avis disciplinaire', options: { data: { url: '/inbox/n1' }, lang: 'fr' } });
});

/** What is on the screen after these messages, one after another; `keeps`: whether the phone can note what rang. */
async function shownInTurn(keeps, ...urls) {
  const known = new Set();
  const fails = () => Promise.reject(new Error('no storage'));
  const rang = keeps ? { has: async (url) => known.has(url), add: async (url) => void known.add(url) } : { has: fails, add: fails };
  const found = [];
  for (const navigate of urls) await show(JSON.stringify({ notification: { title: 'A', tag: 't', navigate } }), rang, async (_, options) => void found.push(options));
  return found.map(({ renotify, silent = false }) => [renotify, silent]);
}
const [RINGS, SILENT] = [[true, false], [false, true]];

test('the same notice rings once however often it is sent, what takes its place rings anew, and so does every test', async () => {
  assert.deepEqual(await shownInTurn(true, '/inbox/1', '/inbox/1', '/inbox/2', '/inbox/1', '/inbox/2'), [RINGS, SILENT, RINGS, SILENT, SILENT]);
  assert.deepEqual(await shownInTurn(true, '/inbox/', '/inbox/'), [RINGS, RINGS]);
});

test('where nothing can be noted everything is shown all the same', async () => {
  assert.deepEqual(await shownInTurn(false, '/inbox/1', '/inbox/1'), [RINGS, RINGS]);
});

test('the same notice twice at once, as a worker is woken with, rings once', async () => {
  const known = new Set();
  const rang = { has: async (url) => known.has(url), add: async (url) => void known.add(url) };
  const silent = [];
  const came = () => show(JSON.stringify({ notification: { title: 'A', tag: 't', navigate: '/inbox/1' } }), rang, async (_, options) => void silent.push(options.silent ?? false));
  await Promise.all([came(), came()]);
  assert.deepEqual(silent, [false, true]);
});

test('one that could not be shown holds up no other', async () => {
  const rang = { has: async () => false, add: async () => undefined };
  const payload = JSON.stringify({ notification: { title: 'A', navigate: '/inbox/1' } });
  const failed = show(payload, rang, () => Promise.reject(new Error('not allowed')));
  const other = show(payload, rang, async () => undefined);
  await assert.rejects(failed);
  await other;
});

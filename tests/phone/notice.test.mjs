// Whatever a push message holds, something is shown, and never more than the server's own words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPhone } from './browser.mjs';

const { notice: { shown } } = await newPhone();
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

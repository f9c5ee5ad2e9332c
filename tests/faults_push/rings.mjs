// How often phones would ring a second time for one notice: by the messages that came, in order, and the worker's own code.
// Standard input holds {phone: [what a message says]}; the answer is {leaves, dismisses, declarative}, a number for each kind of
// person: who leaves what is shown, who puts it away at once, and whose browser shows messages without a worker.
import { text } from 'node:stream/consumers';
import { bundled } from '../phone/bundled.mjs';

const { show } = await bundled('service_worker/notice.ts');
const phones = Object.values(JSON.parse(await text(process.stdin)));

/** Of the Notifications API: what has the tag of something on the screen rings only where it asks to. */
function screen(dismisses) {
  const tags = new Set();
  const rings = new Map();
  return {
    show(url, { tag, renotify, silent }) {
      if (!silent && (!tags.has(tag) || renotify)) rings.set(url, (rings.get(url) ?? 0) + 1);
      if (!dismisses) tags.add(tag);
    },
    again: () => [...rings.values()].reduce((sum, many) => sum + many - 1, 0),
  };
}

async function byTheWorker(said, dismisses) {
  const known = new Set();
  const rang = { has: async (url) => known.has(url), add: async (url) => void known.add(url) };
  const shown = screen(dismisses);
  for (const notification of said) await show(JSON.stringify({ notification }), rang, async (_, options) => shown.show(options.data.url, options));
  return shown.again();
}

function byTheBrowser(said) {
  const shown = screen(false);
  for (const { navigate, ...options } of said) shown.show(navigate, options);
  return shown.again();
}

const sum = async (count) => (await Promise.all(phones.map(count))).reduce((one, other) => one + other, 0);
process.stdout.write(JSON.stringify({
  leaves: await sum((said) => byTheWorker(said, false)),
  dismisses: await sum((said) => byTheWorker(said, true)),
  declarative: await sum(async (said) => byTheBrowser(said)),
}));

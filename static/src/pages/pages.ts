// What every page of the server does where scripts run: it is kept as it was seen, if it is one that may be wanted
// without a network; the device's subscription to notices is told to the server anew; signing out leaves nothing here.
import { keepTold, signedOutOfPages } from '../notices/device';
import { forgetOthers, keep } from '../seen/kept';
import { comeUnderWorker } from '../under_worker';

const LEAVES_WITHIN_MS = 2_000;

const { account = '', keptSays = '' } = document.body.dataset;
const main = document.querySelector('main');

for (const form of document.querySelectorAll<HTMLFormElement>('form[action$="/sign-out"]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const endpoint = form.querySelector<HTMLInputElement>('[name="endpoint"]')!;
    const left = Promise.allSettled([forgetOthers(''), signedOutOfPages(account, (held) => { endpoint.value = held; })]);
    void Promise.race([left, new Promise((go) => setTimeout(go, LEAVES_WITHIN_MS))]).then(() => form.submit());
  });
}

if (account && main && 'keep' in main.dataset) {
  const copy = main.cloneNode(true) as HTMLElement;
  for (const part of copy.querySelectorAll('form, [data-not-kept]')) part.remove(); // nothing can be sent, and no secret lies about
  await keep(account, {
    path: location.pathname, title: document.title, lang: document.documentElement.lang, look: main.className, html: copy.innerHTML, says: keptSays, seen_ms: Date.now(),
  });
  if (document.readyState !== 'complete') await new Promise((go) => addEventListener('load', go, { once: true }));
  if ('serviceWorker' in navigator) {
    await navigator.serviceWorker.register('/worker.js', { scope: '/', updateViaCache: 'none' }).catch(() => undefined);
    void comeUnderWorker();
  }
} else {
  await forgetOthers(account);
}
if (account) await keepTold(account);

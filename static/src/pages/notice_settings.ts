// Whether notices reach this device, and how to have them: every sentence is on the page, and this shows the one that holds.
import { here, NotOn, takeBack, told, turnOn, workerRuns } from '../notices/device';
import { answered, Refused } from '../notices/told_server';
import { subscription } from '../notices/whose';

const ASKED_EVERY_MS = 2_000;
const ARRIVES_WITHIN_MS = 20_000;

const { account = '' } = document.body.dataset;
const card = document.querySelector<HTMLElement>('[data-here]')!;
const facts = card.querySelector('dl')!;
const button = (name: string) => card.querySelector<HTMLButtonElement>(`[data-do="${name}"]`)!;

interface Known { subscriptions: { id: string; last_success_at: string | null; last_failure_at: string | null }[] }

button('on').addEventListener('click', () => void busy(async () => { await turnOn(account); }));
button('off').addEventListener('click', () => void busy(() => takeBack(account)));
button('test').addEventListener('click', () => void busy(test));
addEventListener('pageshow', () => void show());
document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') void show(); });
await show();

/** Show how it stands, and what came of what was tapped. */
async function show(outcome = '') {
  const state = await here(account);
  for (const part of card.querySelectorAll<HTMLElement>('[data-state]')) part.hidden = !part.dataset.state!.split(' ').includes(state);
  say(outcome);
  const held = ['on', 'off', 'ask'].includes(state) ? await subscription() : null;
  fact('permission', state === 'on' || state === 'off' ? 'yes' : state === 'denied' ? 'no' : 'unasked');
  fact('worker', await workerRuns() ? 'yes' : 'no');
  fact('subscription', held ? 'yes' : 'no');
  facts.hidden = ['insecure', 'install', 'unsupported'].includes(state);
  if (held && state === 'on') await told(held).then(({ last_success_at }) => delivered(last_success_at), () => say(outcome || 'not_told'));
}

function fact(name: string, value: string) {
  for (const one of facts.querySelectorAll<HTMLElement>(`[data-${name}]`)) one.hidden = one.dataset[name] !== value;
}

function delivered(at: string | null) {
  fact('delivered', at ? 'at' : 'never');
  const shown = facts.querySelector<HTMLElement>('[data-delivered="at"]')!;
  if (at) shown.textContent = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

function say(outcome: string) {
  for (const one of card.querySelectorAll<HTMLElement>('[data-outcome]')) one.hidden = one.dataset.outcome !== outcome;
}

async function busy(act: () => Promise<string | void>) {
  for (const one of card.querySelectorAll('button')) one.disabled = true;
  say('waiting');
  const outcome = await act().catch((error: unknown) => (error instanceof NotOn ? error.why : error instanceof Refused && error.status === 429 ? 'too_soon' : 'not_told'));
  for (const one of card.querySelectorAll('button')) one.disabled = false;
  await show(outcome ?? '');
}

/** Send one, and wait until the push service has taken it, or not. */
async function test(): Promise<string> {
  const held = (await subscription())!;
  const { id, last_success_at, last_failure_at } = await told(held);
  await answered('/notices/push/test', 'POST', { endpoint: held.endpoint });
  for (const until_ms = performance.now() + ARRIVES_WITHIN_MS; performance.now() < until_ms;) {
    await new Promise((go) => setTimeout(go, ASKED_EVERY_MS));
    const now = (await answered<Known>('/notices/push', 'GET')).subscriptions.find((one) => one.id === id);
    if (!now || now.last_failure_at !== last_failure_at) return 'test_failed';
    if (now.last_success_at !== last_success_at) return 'test_taken';
  }
  return 'test_waits';
}

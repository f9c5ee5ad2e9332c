// Asking the rules: a runtime that hangs is replaced, and the newest preview is the one that is answered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPhone } from './browser.mjs';

const { rules: { Rules, RulesFailed, Superseded } } = await newPhone();
const atOnce = async () => undefined;

/** Workers that answer by `act(text)`, or stay silent where it gives undefined. Tells how many were started and stopped. */
function workers(act) {
  const made = { started: 0, stopped: 0 };
  const newWorker = () => {
    const number = ++made.started;
    const worker = {
      onmessage: null, onerror: null,
      postMessage({ id, text }) {
        const answer = act(JSON.parse(text), number);
        if (answer !== undefined) setTimeout(() => worker.onmessage({ data: { id, ...answer } }), 1);
      },
      terminate() { made.stopped++; },
    };
    return worker;
  };
  return [made, newWorker];
}
const echo = (request) => ({ text: JSON.stringify({ ok: request }) });

test('a Worker that hangs is replaced and the request asked once more', async () => {
  const [made, newWorker] = workers((request, number) => (number === 1 ? undefined : echo(request)));
  const rules = new Rules(newWorker, 20, 20, atOnce);
  assert.deepEqual(await rules.ask({ do: 'check' }), { do: 'check' });
  assert.deepEqual(made, { started: 2, stopped: 1 });
  assert.equal(rules.state.value, 'ready');
});

test('one that always hangs fails the request after two tries, and the next request gets a new Worker', async () => {
  const [made, newWorker] = workers((request) => (request.do === 'hang' ? undefined : echo(request)));
  const rules = new Rules(newWorker, 20, 20, atOnce);
  await assert.rejects(rules.ask({ do: 'hang' }), RulesFailed);
  assert.equal(rules.state.value, 'failed');
  assert.deepEqual(await rules.ask({ do: 'check' }), { do: 'check' });
  assert.deepEqual(made, { started: 3, stopped: 2 });
});

test('a fault in the request is the engine’s answer, not its failure', async () => {
  const [made, newWorker] = workers(() => ({ text: '{"fault": "no such game"}' }));
  await assert.rejects(new Rules(newWorker, 20, 20, atOnce).ask({ do: 'check' }), /no such game/);
  assert.deepEqual(made, { started: 1, stopped: 0 });
});

test('of previews that wait, the newest is answered; sheets are not touched by it', async () => {
  const [, newWorker] = workers(echo);
  const rules = new Rules(newWorker, 100, 100, atOnce);
  const asked = [['sheet'], ['first', 'preview'], ['second', 'preview'], ['third', 'preview']].map(([name, latest]) => rules.ask({ do: name }, latest).then((answer) => answer.do, (error) => error));
  const [sheet, first, second, third] = await Promise.all(asked);
  assert.equal(sheet, 'sheet');
  assert.ok(first instanceof Superseded && second instanceof Superseded);
  assert.equal(third, 'third');
});

test('a rulebook goes over to a Worker once, and again to the one that takes its place', async () => {
  const seen = [];
  const [, newWorker] = workers((request, number) => {
    seen.push([number, request.rulebook?.slug, request.words?.key]);
    return request.do === 'hang' && number === 1 ? undefined : echo(request);
  });
  const rules = new Rules(newWorker, 20, 20, atOnce);
  const rulebook = { slug: 'pond' };
  const words = { key: 'said' };
  for (const wanted of ['check', 'adjudicate', 'history', 'hang', 'check']) {
    await rules.ask(wanted === 'history' ? { do: wanted } : { do: wanted, rulebook, words });
  }
  await rules.ask({ do: 'check', rulebook: { slug: 'rink' }, words });
  assert.deepEqual(seen, [
    [1, 'pond', 'said'], [1, undefined, undefined], [1, undefined, undefined], [1, undefined, undefined],
    [2, 'pond', 'said'], [2, undefined, undefined], [2, 'rink', 'said'],
  ]);
});

test('the engine starts once the page has painted; from then on no question waits for that', async () => {
  const [made, newWorker] = workers(echo);
  let paint;
  const rules = new Rules(newWorker, 100, 100, () => new Promise((go) => { paint = go; }));
  const first = rules.ask({ do: 'first' });
  assert.equal(made.started, 0);
  paint();
  await first;
  assert.deepEqual(await rules.ask({ do: 'second' }), { do: 'second' });
});

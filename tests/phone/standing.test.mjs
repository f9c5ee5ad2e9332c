// What the log shows as changed and taken back is what the rules go by: a correction that is not accepted changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from './bundled.mjs';

const { standing } = await bundled('static/src/game_screen/standing.ts');
const goal = (more = {}) => ({ id: 'c1', type: 'goal', scorer: 'R9', ...more });
const shown = (...calls) => {
  const [first] = standing(calls);
  return { scorer: first.call.scorer, voidedBy: first.voidedBy };
};

for (const result of ['held', 'refused']) {
  test(`a withdrawal and a change that are ${result} leave the call as it is`, () => {
    const amend = { id: 'c2', type: 'amend', call: 'c1', set: { scorer: 'R8' }, result };
    const taken = { id: 'c3', type: 'void', call: 'c1', result };
    assert.deepEqual(shown(goal(), amend, taken), { scorer: 'R9', voidedBy: null });
    assert.deepEqual(shown(goal({ result: 'accepted' }), amend, taken), { scorer: 'R9', voidedBy: null });
  });

  test(`a call that is ${result} itself can be changed and taken back while it is`, () => {
    const amend = { id: 'c2', type: 'amend', call: 'c1', set: { scorer: 'R8' }, result: 'held' };
    const taken = { id: 'c3', type: 'void', call: 'c1', result: 'held' };
    assert.deepEqual(shown(goal({ result }), amend, taken), { scorer: 'R8', voidedBy: 'c3' });
  });
}

test('what counts, or is not sent yet, changes and takes back', () => {
  const amend = { id: 'c2', type: 'amend', call: 'c1', set: { scorer: 'R8' } };
  assert.deepEqual(shown(goal({ result: 'accepted' }), amend), { scorer: 'R8', voidedBy: null });
  assert.deepEqual(shown(goal(), { id: 'c3', type: 'void', call: 'c1', result: 'accepted' }), { scorer: 'R9', voidedBy: 'c3' });
});

test('two calls are one event only once that is accepted', () => {
  const same = (result) => standing([goal(), { ...goal(), id: 'c2' }, { id: 'c3', type: 'same_event', calls: ['c1', 'c2'], result }])[1].sameAs;
  assert.deepEqual([same('held'), same('accepted')], [null, 'c1']);
});

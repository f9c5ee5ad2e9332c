// The digest of a game: the same for the same game on every phone, another for every difference that counts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from './bundled.mjs';

const { digestOf } = await bundled('static/src/game_screen/digest.ts');
const GOAL = { id: 'c1', type: 'goal', period: 1, clock: '04:40', team: 'RED', scorer: 'R9' };
const PENALTY = { id: 'c2', type: 'penalty', period: 1, clock: '03:10', team: 'BLU', player: 'B2', infraction: 'tripping' };

test('what a phone knows beside a call, and calls about the log, change no digest', () => {
  const digest = digestOf([GOAL, PENALTY]);
  assert.match(digest, /^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  const elsewhere = [{ ...GOAL, sent: true, result: 'accepted', device: 'd1', hlc: '1-0' }, { id: 'c9', type: 'clock', action: 'stop' }, { scorer: undefined, ...PENALTY }, { id: 'c3', type: 'acknowledge', team: 'RED', by: 'A' }];
  assert.equal(digestOf(elsewhere), digest);
});

test('another scorer, another clock, a call more or less, or another order is another digest', () => {
  const all = [[GOAL, PENALTY], [{ ...GOAL, scorer: 'R8' }, PENALTY], [{ ...GOAL, clock: '04:41' }, PENALTY], [GOAL], [PENALTY, GOAL], [GOAL, PENALTY, { ...GOAL, id: 'c4' }]];
  assert.equal(new Set(all.map(digestOf)).size, all.length);
});

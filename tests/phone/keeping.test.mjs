// A follower is offered the clock where its keeper is silent, not where it is this phone that hears nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPhone } from './browser.mjs';
import { packetOf } from './packet.mjs';

const { keeping, onTheGame, signal } = await newPhone();
const NOW_MS = 1_796_070_000_000;

/** A game whose clock Lee's phone keeps. */
const gameToldAt = (told_ms, heard_ms) => ({
  packet: packetOf('g1'), calls: signal([]), unsent: signal(0), progress: signal({}), clock: { state: signal({ keeper: 'dx' }) },
  devices: signal({ all: heard_ms ? [{ device: 'dx', official: 'Lee', phone: 'iPhone', account: 'lee', heard_at: new Date(heard_ms).toISOString() }] : [], told_ms }),
});
const silentWhere = (...said) => keeping.keepingOf(gameToldAt(...said), NOW_MS).silent;

test('a phone without a network for five minutes says nothing of its keeper', () => {
  for (const ago_ms of [60_000, 110_000, 119_000, 300_000]) assert.equal(silentWhere(NOW_MS - ago_ms, NOW_MS - ago_ms - 40_000), false);
  assert.equal(silentWhere(0), false);
});

test('a keeper of whom the server has not heard for five minutes is silent, and so is one of whom it knows nothing', () => {
  assert.equal(silentWhere(NOW_MS - 10_000, NOW_MS - 300_000), true);
  assert.equal(silentWhere(NOW_MS - 10_000), true);
  assert.equal(silentWhere(NOW_MS - 10_000, NOW_MS - 20_000), false);
});

test('a phone that owes calls while its official goes on on another is told of by name, to everybody', () => {
  const heard = (device, account, ago_ms) => ({ device, account, official: account, phone: 'iPhone', heard_at: new Date(NOW_MS - ago_ms).toISOString() });
  const game = {
    ...gameToldAt(NOW_MS),
    devices: signal({ all: [heard('d1', 'lee', 600_000), heard('d2', 'lee', 10_000), heard('d3', 'sam', 600_000), heard('d4', 'sam', 10_000), heard('d5', 'kim', 600_000)], told_ms: NOW_MS }),
    progress: signal({ d1: { upto: 2, missing: [[3, 5]] }, d2: { upto: 4, missing: [] }, d3: { upto: 6, missing: [] }, d5: { upto: 1, missing: [[2, 2]] } }),
  };
  const left = onTheGame.phonesOf(game).filter((phone) => phone.left);
  assert.deepEqual(left.map(({ device, name, owes }) => [device, name, owes]), [['d1', 'lee', 3]], 'sam owes nothing, and kim has no other phone');
});

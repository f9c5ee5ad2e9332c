// What earlier games carry in, where this phone knows more of one than the packet does: each game goes by its own packet. And where
// packets name games in a ring: they come by hand, too, and nothing may wait for itself.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { newPhone } from './browser.mjs';
import { packetOf } from './packet.mjs';

const at = (hour) => `2026-11-30T${hour}:00:00Z`;
const unknown = (game, hour) => ({ game, label: `Game ${game}`, starts_at: at(hour), carry: null, known_at: null, upto: 0 });
let phone;
beforeEach(async () => {
  phone = await newPhone();
  await phone.device.saveIdentity({ account: 'pat', name: 'Pat', language: 'en', roles: [], device: 'd1', token: 't' });
});

const known = (game, hour, carry) => ({ ...unknown(game, hour), carry: { players: {}, goalies: {}, teams: {}, suspensions: [], served: [], ...carry }, known_at: at(hour), upto: 1 });
const suspends = (player, games) => ({ suspensions: [{ player, games }] });
const goal = { type: 'goal', period: 1, clock: '05:00', team: 'RED', scorer: 'R4' };
const lasts = { type: 'sign_off', by: 'Pat' };

/** Keep a packet, and calls of its game that the server does not have. */
async function keep(packet, ...calls) {
  const game = packet.game_file.game.id;
  await phone.database.transact(['packets'], 'readwrite', (tx) => tx.objectStore('packets').put({ account: 'pat', game, packet, etag: null }));
  for (const [at, call] of calls.entries()) await phone.log.append({ account: 'pat', game, packet: 'p', app: 'b' }, { id: `${at} of ${game}`, ...call });
}

/** Keep these packets and a call of each game; answer the games that the first one's tallies rest on. */
async function restsOn(...packets) {
  for (const packet of packets) await keep(packet, goal);
  let timer;
  const late = new Promise((_, fail) => { timer = setTimeout(() => fail(new Error('it waits for ever')), 5_000); });
  const { notes } = await Promise.race([phone.history.basisOf('pat', packets[0]), late]).finally(() => clearTimeout(timer));
  return notes.map(({ game, source }) => `${game} ${source}`);
}

test('a game that names itself', async () => {
  assert.deepEqual(await restsOn(packetOf('g1', { starts_at: at(12), earlier: [unknown('g1', 10), unknown('g0', '09')] }), packetOf('g0', { starts_at: at('09') })), ['g0 phone']);
});

test('two games that name each other, each as the earlier one', async () => {
  const g1 = packetOf('g1', { starts_at: at(12), earlier: [unknown('g2', 10)] });
  const g2 = packetOf('g2', { starts_at: at(13), earlier: [unknown('g1', 11)] });
  assert.deepEqual(await restsOn(g1, g2), ['g2 phone']);
});

test('a game that starts later is none of the earlier ones', async () => {
  assert.deepEqual(await restsOn(packetOf('g1', { starts_at: at(12), earlier: [unknown('g2', 14)] }), packetOf('g2', { starts_at: at(14) })), []);
});

test('what no earlier game carries is told for one game: another game’s is not added, and does not stand in for it', async () => {
  const last = (hour, games) => known('suspensions', hour, suspends('R9', games));
  await keep(packetOf('g1', { starts_at: at(12), earlier: [last(12, 3)] }), goal);
  const { history } = await phone.history.basisOf('pat', packetOf('g2', { starts_at: at(14), earlier: [unknown('g1', 12), last(14, 1)] }));
  assert.equal(history.players.R9.suspended_games_left, 1);
  const none = await phone.history.basisOf('pat', packetOf('g2', { starts_at: at(14), earlier: [unknown('g1', 12)] }));
  assert.equal(none.history.players.R9, undefined);
});

test('an earlier game goes by what directors had decided when it began, not by what was decided before the later one', async () => {
  const before = (games) => [unknown('g0', 10), known('g00', '09', suspends('R9', games))];
  await keep(packetOf('g0', { starts_at: at(10) }), goal);
  await keep(packetOf('g1', { starts_at: at(12), earlier: before(0) }), goal, lasts);
  const { history } = await phone.history.basisOf('pat', packetOf('g2', { starts_at: at(14), earlier: [...before(1), unknown('g1', 12)] }));
  assert.equal(history.players.R9.suspended_games_left, 1, 'R9 could have played in g1, and served nothing');
});

test('an earlier game is ruled on with those who are in it, whoever is in the later one', async () => {
  const foul = { type: 'penalty', period: 1, clock: '04:00', team: 'RED', goalie: 'G1', infraction: 'tripping' };
  const before = (carry) => [unknown('g0', 10), known('g00', '09', carry)];
  await keep(packetOf('g0', { starts_at: at(10) }), goal);
  await keep(packetOf('g1', { starts_at: at(12), earlier: before({ goalies: { G1: { penalties: 2 } } }) }), foul);
  const { history } = await phone.history.basisOf('pat', packetOf('g2', { starts_at: at(14), earlier: [...before({}), unknown('g1', 12)] }));
  assert.deepEqual(history.goalies.G1, { penalties: 1, disqualified: true }, 'the third was in g1');
});

test('a suspension that an earlier game’s own packet tells of is served there', async () => {
  const before = [unknown('g0', 10), known('g00', '09', suspends('R9', 2))];
  await keep(packetOf('g0', { starts_at: at(10) }), goal);
  await keep(packetOf('g1', { starts_at: at(12), earlier: before }), goal, lasts);
  const { history } = await phone.history.basisOf('pat', packetOf('g2', { starts_at: at(14), earlier: [...before, unknown('g1', 12)] }));
  assert.equal(history.players.R9.suspended_games_left, 1);
});

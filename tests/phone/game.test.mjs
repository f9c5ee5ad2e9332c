// An open game: the log on this phone, ruled on by the real engine, with and without a network.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { connect, newPhone, newTab } from './browser.mjs';
import { cut, LittleServer } from './little_server.mjs';
import { packetOf } from './packet.mjs';

let server;
let phone;
let open = [];
before(async () => { server = await new LittleServer().start(); });
after(() => server.stop());
beforeEach(async () => {
  Object.assign(server, { log: [], requests: [], epoch: 'e1', packets: { g1: packetOf('g1') } });
  connect(server.origin);
  phone = await newPhone();
  await phone.session.signIn('pat', 'secret');
  await phone.games.refreshGames(phone.session.account.value);
});
afterEach(() => {
  open.forEach((game) => game.close());
  open = [];
});

const opened = async (id = 'g1', on = phone) => {
  const game = await on.game.openGame(id);
  open.push(game);
  return game;
};
const until = async (what, says) => {
  const last_ms = Date.now() + 5_000;
  for (let found = what(); ; found = what()) {
    if (found) return found;
    assert.ok(Date.now() < last_ms, says);
    await new Promise((go) => setTimeout(go, 5));
  }
};
const ruledOn = (game, calls) => until(() => game.ruling.value === 'ready' && game.calls.value.length === calls && game.sheet.value, `a sheet of ${calls} calls`);
const goalieFouls = (id) => ({ id, type: 'penalty', team: 'RED', goalie: 'G1', infraction: 'tripping' });

test('a cold start without a network opens the game, logs and is ruled on', async () => {
  connect(null);
  const cold = await newTab();
  await cold.session.recallSession();
  const game = await opened('g1', cold);
  await game.log({ type: 'goal', team: 'RED', scorer: 'R9', goalie: 'G1' });
  const sheet = await ruledOn(game, 1);
  assert.deepEqual(sheet.score, { RED: 1, BLU: 0 });
  assert.deepEqual([game.unsent.value, game.calls.value[0].sent, game.calls.value[0].result], [1, false, undefined]);
});

test('a game whose packet is not here cannot be opened without a network', async () => {
  connect(null);
  await assert.rejects(opened('g2'), phone.game.NoPacket);
});

test('what would follow is shown before anything is logged', async () => {
  const game = await opened();
  const before = await ruledOn(game, 0);
  const sheet = await game.preview({ type: 'goal', team: 'BLU', scorer: 'B2', conditions: ['kicked'] });
  assert.equal(sheet.rulings[0].code, 'goal_disallowed');
  assert.equal(game.sheet.value, before);
  assert.deepEqual(game.calls.value, []);
});

test('a faulty call is told with its place', async () => {
  const game = await opened();
  const faults = await game.check({ type: 'goal', team: 'RED', scorer: 'B2' });
  assert.deepEqual(faults.map(({ at }) => at), ['/scorer']);
  assert.deepEqual(await game.check({ type: 'goal', team: 'RED', scorer: 'R9' }), []);
});

test('the clock is in the log: it survives a cold start and stamps the calls', async () => {
  const game = await opened();
  await game.log({ type: 'period_start', period: 1 });
  assert.deepEqual([game.clock.state.value.period, game.clock.state.value.running, game.clock.state.value.left_ms], [1, false, 360_000]);
  await game.clock.start();
  await game.clock.set(95_000);
  connect(null);
  const cold = await newTab();
  await cold.session.recallSession();
  const again = await opened('g1', cold);
  const { period, running, left_ms } = again.clock.state.value;
  assert.ok(period === 1 && running && left_ms > 90_000 && left_ms <= 95_000, String(left_ms));
  await again.log({ type: 'goal', team: 'RED', scorer: 'R9' });
  await again.clock.stop();
  assert.equal(again.clock.state.value.running, false);
  const goal = again.calls.value.find(({ type }) => type === 'goal');
  assert.deepEqual([goal.period, /^01:3[0-5]$/.test(goal.clock)], [1, true]);
});

test('an undone call counts no longer and stays in the log', async () => {
  const game = await opened();
  await game.log({ id: 'c1', type: 'goal', team: 'RED', scorer: 'R9' });
  await game.undo('c1', 'Wrong team');
  const sheet = await ruledOn(game, 2);
  assert.equal(sheet.score.RED, 0);
});

test('a held call counts once the head referee admits it', async () => {
  server.judge = ({ id }) => (id === 'c1' ? { result: 'held', code: 'assignment_ended' } : { result: 'accepted' });
  const game = await opened();
  await game.log({ id: 'c1', type: 'goal', team: 'RED', scorer: 'R9' });
  await phone.sync.drain();
  await until(() => game.calls.value[0].result === 'held' && game.sheet.value?.score.RED === 0, 'held and not counted');
  await game.log({ type: 'admit', calls: ['c1'] });
  await until(() => game.sheet.value?.score.RED === 1, 'admitted and counted');
  server.judge = () => ({ result: 'accepted' });
});

test('what was admitted before it was pulled waits again once it is rejected', async () => {
  const said = (seq, call, more = {}) => ({ seq, result: 'accepted', call: { game: 'g1', device: 'dx', n: seq, hlc: `179604000000${seq}-0000`, made_by: 'lee', ...call }, ...more });
  server.log.push(said(1, { id: 'c1', type: 'goal', team: 'RED', scorer: 'R9' }, { code: 'assignment_ended' }), said(2, { id: 'c2', type: 'admit', calls: ['c1'] }));
  const game = await opened();
  await phone.sync.drain();
  assert.equal((await ruledOn(game, 2)).score.RED, 1);
  server.log.push(said(3, { id: 'c3', type: 'reject', calls: ['c1'] }));
  await phone.sync.drain();
  assert.equal((await ruledOn(game, 3)).score.RED, 0);
});

test('a held call whose first answer was lost does not count', async () => {
  const game = await opened();
  await game.log({ id: 'c1', type: 'goal', team: 'RED', scorer: 'R9' });
  const [call] = await phone.log.unsentOf('pat');
  await phone.outbox.keepResults('pat', [call.call], [{ id: 'c1', result: 'duplicate', code: 'not_an_official', seq: 1 }]);
  await game.read();
  await until(() => game.sheet.value?.score.RED === 0 && game.calls.value[0].result === 'held', 'held and not counted');
});

test('one who is not head referee admits nothing', async () => {
  server.packets.g1 = packetOf('g1', { head: false });
  await phone.packets.refreshPacket(phone.session.account.value, 'g1');
  server.judge = ({ id }) => (id === 'c1' ? { result: 'held', code: 'assignment_ended' } : { result: 'accepted' });
  const game = await opened();
  await game.log({ id: 'c1', type: 'goal', team: 'RED', scorer: 'R9' });
  await phone.sync.drain();
  await game.log({ id: 'c2', type: 'admit', calls: ['c1'] });
  const sheet = await ruledOn(game, 2);
  assert.deepEqual([sheet.score.RED, game.calls.value.map(({ code }) => code)], [0, ['assignment_ended', 'not_an_official']]);
  server.judge = () => ({ result: 'accepted' });
});

test('what is logged after the sign-off is late, on the phone as on the server', async () => {
  const game = await opened();
  await game.log({ type: 'goal', team: 'RED', scorer: 'R9' });
  await game.log({ type: 'sign_off', by: 'Pat' });
  await game.log({ id: 'late', type: 'goal', team: 'BLU', scorer: 'B2' });
  const sheet = await ruledOn(game, 3);
  assert.deepEqual(sheet.score, { RED: 1, BLU: 0 });
  assert.deepEqual(game.calls.value.filter(({ result }) => result === 'held').map(({ id, code }) => [id, code]), [['late', 'late']]);
});

test('a call that makes no sense among the others costs no other its ruling', async () => {
  const game = await opened();
  await game.log({ id: 'c1', type: 'void', call: 'nowhere', reason: 'x' });
  await game.log({ id: 'c2', type: 'goal', team: 'RED', scorer: 'R9' });
  const sheet = await ruledOn(game, 2);
  assert.equal(sheet.score.RED, 1);
  assert.equal(game.calls.value[0].code, 'unknown_target');
});

test('an earlier game logged on this phone counts, and the basis says so', async () => {
  const day = (at) => `2026-11-30T${at}:00:00Z`;
  const unknown = (game, at) => ({ game, label: `Game ${game}`, starts_at: day(at), carry: null, known_at: null, upto: 0 });
  server.packets = {
    g1: packetOf('g1', { starts_at: day('10') }),
    g2: packetOf('g2', { starts_at: day('11'), earlier: [unknown('g1', '10')] }),
    g3: packetOf('g3', { starts_at: day('12'), earlier: [unknown('g2', '11'), unknown('g1', '10')] }),
  };
  const identity = phone.session.account.value;
  for (const game of ['g1', 'g2', 'g3']) await phone.packets.refreshPacket(identity, game);
  connect(null);
  for (const id of ['g1', 'g2']) {
    const game = await opened(id);
    await game.log(goalieFouls(`of ${id}`));
    await ruledOn(game, 1);
  }
  const third = await opened('g3');
  await third.log(goalieFouls('of g3'));
  const sheet = await ruledOn(third, 1);
  assert.deepEqual(sheet.rulings.filter(({ code }) => code === 'goalie_disqualified').map(({ goalie, count }) => [goalie, count]), [['G1', 3]]);
  assert.deepEqual(third.basis.value, [
    { game: 'g1', label: 'Game g1', source: 'phone', unsent: 1 },
    { game: 'g2', label: 'Game g2', source: 'phone', unsent: 1 },
  ]);
});

test('the server’s carry is used where this phone knows no more', async () => {
  const carry = { players: {}, goalies: { G1: { penalties: 2 } }, teams: {}, suspensions: [] };
  const packet = packetOf('g2', { earlier: [{ game: 'g1', label: 'Game g1', starts_at: '2026-11-30T10:00:00Z', carry, known_at: '2026-11-30T11:00:00Z', upto: 5 }] });
  packet.game_file.history.goalies = { G1: { penalties: 2 } };
  server.packets.g2 = packet;
  const game = await opened('g2');
  await game.log(goalieFouls('c1'));
  const sheet = await ruledOn(game, 1);
  assert.ok(sheet.rulings.some(({ code }) => code === 'goalie_disqualified'));
  assert.deepEqual(game.basis.value.map(({ source }) => source), ['server']);
});

test('another tab’s call shows here', async () => {
  const game = await opened();
  const other = await newTab();
  await other.session.recallSession();
  await other.log.append({ account: 'pat', game: 'g1', packet: 'p', app: 'b' }, { id: 'c1', type: 'goal', team: 'RED', scorer: 'R9' });
  await ruledOn(game, 1);
});

test('a sign-off covers a call that the server has under the number it had before its phone took a new id', async () => {
  const game = await opened();
  const before = phone.session.account.value.device;
  await game.log({ type: 'goal', team: 'RED', scorer: 'R9', goalie: 'G1' });
  server.misbehave = [cut];
  await phone.sync.drain();
  assert.equal(server.log.length, 1, 'it arrived, and nobody here knows');
  const identity = await phone.device.takeNewDevice('pat');
  await phone.session.become(identity);
  connect(null);
  await game.log({ type: 'sign_off', by: 'Pat' });
  const { call } = (await phone.log.recordsOf('pat', 'g1')).find((one) => one.call.type === 'sign_off');
  assert.deepEqual(call.heads, { [before]: 1, [identity.device]: 1 });
});

const theirs = (n, more = {}) => ({ id: `t${n}`, type: 'goal', team: 'BLU', scorer: 'B2', game: 'g1', device: 'lees', n, hlc: `17960700000${String(n).padStart(2, '0')}-0000`, made_by: 'lee', ...more });
const signedOff = async (id) => (await phone.log.recordsOf('pat', 'g1')).find((one) => one.id === id).call;

test('a sign-off covers every call that is on this phone, also one that is read just then', async () => {
  const game = await opened();
  for (let n = 1; n <= 10; n++) {
    server.log.push({ seq: n, result: 'accepted', call: theirs(n) });
    await phone.pull.pull(phone.session.account.value, 'g1');
    await Promise.all([game.log({ id: `s${n}`, type: 'sign_off', by: 'Pat' }), game.read()]);
    assert.equal((await signedOff(`s${n}`)).heads.lees, n);
  }
});

test('a sign-off that was not saved covers what has come until it is', async () => {
  const game = await opened();
  await game.log({ id: 'c1', type: 'goal', team: 'RED', scorer: 'R9' });
  const real = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function (...args) {
    const asked = real.apply(this, args);
    asked.addEventListener('success', () => this.transaction._abort('UnknownError'));
    return asked;
  };
  await assert.rejects(game.log({ id: 's', type: 'sign_off', by: 'Pat' }).finally(() => { IDBObjectStore.prototype.add = real; }), phone.game.NotSaved);
  const [{ said }] = phone.unsaved.unsaved.value;
  await game.log({ id: 'c2', type: 'goal', team: 'RED', scorer: 'R9' });
  await game.log(said);
  assert.deepEqual((await signedOff('s')).heads, { [phone.session.account.value.device]: 2 });
  assert.deepEqual(phone.unsaved.unsaved.value, []);
});

test('a call that is known to be missing is not covered, nor what came after it; what this phone has itself is', async () => {
  server.judge = ({ id }) => (id === 'c1' ? { result: 'refused', code: 'not_an_official' } : { result: 'accepted' });
  const game = await opened();
  for (const id of ['c1', 'c2']) await game.log({ id, type: 'goal', team: 'RED', scorer: 'R9' });
  await phone.sync.drain();
  for (const n of [1, 2, 4]) server.log.push({ seq: n + 5, result: 'accepted', call: theirs(n) });
  await phone.pull.pull(phone.session.account.value, 'g1');
  await game.log({ id: 'c3', type: 'goal', team: 'RED', scorer: 'R9' });
  await game.log({ id: 's', type: 'sign_off', by: 'Pat' });
  assert.deepEqual((await signedOff('s')).heads, { lees: 2, [phone.session.account.value.device]: 3 });
  server.judge = () => ({ result: 'accepted' });
});

test('where the server’s rules fail on a log, the phone is told, and told again once they do not', async () => {
  const game = await opened();
  server.notRuledOn = true;
  await phone.pull.pull(phone.session.account.value, 'g1');
  await until(() => game.notRuledOn.value, 'told');
  server.notRuledOn = false;
  await phone.pull.pull(phone.session.account.value, 'g1');
  await until(() => !game.notRuledOn.value, 'and that it is over');
});

test('where a sheet stands as older rules made it, the phone is told, and told again once the director has taken the new', async () => {
  const game = await opened();
  server.olderRules = true;
  await phone.pull.pull(phone.session.account.value, 'g1');
  await until(() => game.olderRules.value, 'told');
  server.olderRules = false;
  await phone.pull.pull(phone.session.account.value, 'g1');
  await until(() => !game.olderRules.value, 'and that it is over');
});

test('before sign-off a phone that was told of nobody names the other officials, until the server has told', async () => {
  server.packets.g1 = packetOf('g1', { others: [{ account: 'lee', name: 'Lee', duty: 'referee', head: false }] });
  const identity = phone.session.account.value;
  await phone.packets.refreshPacket(identity, 'g1');
  const game = await opened();
  const unknown = (later_ms = 0) => phone.onTheGame.notToldOf(game, Date.now() + later_ms);
  await until(() => game.devices.value.told_ms === 0, 'never told');
  assert.deepEqual([unknown(), phone.onTheGame.owing(game, Date.now())], [['Lee'], []]);
  await phone.pull.pull(identity, 'g1');
  await until(() => !unknown().length, 'told, and nobody else is on the game');
  assert.deepEqual(unknown(5 * 60_000), ['Lee'], 'that was long ago');
});

test('a call is taken back however far ahead the clock of its phone was, and the next ones are not drawn along', async () => {
  const weekAhead = `${Date.now() + 7 * 24 * 3_600_000}-0000`;
  server.log.push({ seq: 1, result: 'accepted', call: theirs(1, { hlc: weekAhead }) });
  const game = await opened();
  await phone.pull.pull(phone.session.account.value, 'g1');
  await ruledOn(game, 1);
  await game.undo('t1', 'Wrong team');
  await game.log({ id: 'c1', type: 'goal', team: 'RED', scorer: 'R9' });
  const sheet = await ruledOn(game, 3);
  assert.deepEqual(sheet.score, { RED: 1, BLU: 0 });
  const [first, , last] = game.calls.value;
  assert.deepEqual([first.id, last.type], ['c1', 'void']);
});

test('a late call is ruled on as if it were admitted, and nothing is logged', async () => {
  const game = await opened();
  server.log.push({ seq: 1, result: 'accepted', call: { id: 's', game: 'g1', device: 'other', n: 1, hlc: '1796070000000-0000', made_by: 'lee', type: 'sign_off', by: 'Lee', heads: {} } });
  await phone.pull.pull(phone.session.account.value, 'g1');
  await ruledOn(game, 1);
  await game.log({ id: 'g', type: 'goal', team: 'RED', scorer: 'R9', goalie: 'G1' });
  const sheet = await ruledOn(game, 2);
  assert.deepEqual([sheet.score.RED, game.undecided.value], [0, ['g']]);
  assert.equal((await game.ifAdmitted('g')).score.RED, 1);
  assert.equal(game.calls.value.length, 2);
});

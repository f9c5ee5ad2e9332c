// A server whose database was restored from a backup, with a new epoch or without anybody telling: it gets back what it lost.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { connect, newPhone } from './browser.mjs';
import { json, LittleServer } from './little_server.mjs';
import { packetOf } from './packet.mjs';

let server;
let phone;
before(async () => { server = await new LittleServer().start(); });
after(() => server.stop());
beforeEach(async () => {
  Object.assign(server, { log: [], refused: [], requests: [], epoch: 'e1', judge: () => ({ result: 'accepted' }) });
  connect(server.origin);
  phone = await newPhone();
  await phone.session.signIn('pat', 'secret');
});

const logged = async (ids, game = 'g1') => {
  for (const id of ids) await phone.log.append({ account: 'pat', game, packet: 'sha256:0', app: 'build' }, { id, type: 'goal', team: 'RED', scorer: 'R9' });
};
const unsent = async () => (await phone.log.unsentOf('pat')).map(({ id }) => id);
const record = async (id) => (await phone.log.recordsOf('pat', 'g1')).find((one) => one.id === id);
/** Another official's call, as it lies in the server's log. */
const theirs = (id, n, seq) => ({ seq, call: { id, game: 'g1', device: 'dx', n, hlc: `${1796040000000 + n}-0000`, type: 'goal', team: 'BLU', scorer: 'B2', made_by: 'lee' }, result: 'accepted' });
const here = async () => (await phone.log.recordsOf('pat', 'g1')).map(({ id }) => id).sort();

test('a server restored from a backup gets back what it lost, and only that is sent', async () => {
  await logged(['c1', 'c2', 'c3', 'c4']);
  await phone.sync.drain();
  server.log = server.log.slice(0, 2);
  server.epoch = 'e2';
  await logged(['c5']);
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1'), ['c1', 'c2', 'c3', 'c4', 'c5']);
  assert.deepEqual(server.pushes().at(-1).body.calls.map(({ id }) => id), ['c3', 'c4', 'c5']);
});

test('a server restored from a backup gets back what it refused, too, so that it seems owed by nobody', async () => {
  server.judge = () => ({ result: 'refused', code: 'malformed', says: '/scorer: nobody' });
  await logged(['c1']);
  await phone.sync.drain();
  Object.assign(server, { epoch: 'e2', refused: [] });
  await logged(['c2']);
  await phone.sync.drain();
  assert.deepEqual(server.pushes().at(-1).body.calls.map(({ id }) => id), ['c1', 'c2']);
  assert.equal((await record('c1')).result, 'refused');
});

test('a restored server is found out by a pull alone', async () => {
  await logged(['c1']);
  const stop = phone.sync.follow('g1');
  await phone.sync.drain();
  server.log = [];
  server.epoch = 'e2';
  await phone.sync.drain();
  await phone.sync.drain();
  stop();
  assert.deepEqual(server.idsOf('g1'), ['c1']);
});

test('a server restored from a backup without anybody telling gets back what it lost: a push finds out', async () => {
  await logged(['c1', 'c2']);
  await phone.sync.drain();
  server.log = server.log.slice(0, 1);
  await logged(['c3']);
  await phone.sync.drain();
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1').sort(), ['c1', 'c2', 'c3']);
  assert.deepEqual(await unsent(), []);
});

test('… and so does a pull, where this phone has nothing to send', async () => {
  const stop = phone.sync.follow('g1');
  await logged(['c1', 'c2']);
  await phone.sync.drain();
  server.log = server.log.slice(0, 1);
  await phone.sync.drain();
  await phone.sync.drain();
  stop();
  assert.deepEqual(server.idsOf('g1').sort(), ['c1', 'c2']);
});

test('… also where another phone’s call has taken the number in the log that this phone had pulled up to', async () => {
  const stop = phone.sync.follow('g1');
  server.log = [theirs('t1', 1, 1), theirs('t2', 2, 2)];
  await phone.sync.drain();
  server.log = [theirs('t3', 3, 1), theirs('t2', 2, 2), theirs('t1', 1, 3)];
  await phone.sync.drain();
  stop();
  assert.deepEqual(await here(), ['t1', 't2', 't3']);
});

test('… and gets back the number of a call of this phone’s that a copy of it gave away meanwhile', async () => {
  const { device } = phone.session.account.value;
  await logged(['c1']);
  await phone.sync.drain();
  server.log = [{ ...theirs('copy', 1, 1), call: { ...theirs('copy', 1, 1).call, device } }];
  server.epoch = 'e2';
  await logged(['c2']);
  for (let turn = 0; turn < 3; turn++) await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1').sort(), ['c1', 'c2', 'copy']);
});

test('what others logged and the server has lost is kept for somebody to send in their place, until their phone has sent it', async () => {
  const stop = phone.sync.follow('g1');
  server.log = [theirs('t1', 1, 1), theirs('t2', 2, 2)];
  await phone.sync.drain();
  server.log = [theirs('t2', 2, 1)];
  await phone.sync.drain();
  assert.deepEqual([(await record('t1')).by_hand, (await record('t1')).seq, (await record('t2')).by_hand], [true, undefined, undefined]);
  server.log.push(theirs('t1', 1, 2));
  await phone.sync.drain();
  stop();
  assert.deepEqual([(await record('t1')).by_hand, (await record('t1')).seq], [undefined, 2]);
});

/** This phone's call, as Lee sent it for Pat from another phone. */
const sentByLee = async (id, n = 1) => ({ seq: 1, call: { ...(await record(id)).call, device: 'dl', n, made_by: 'lee', called_by: 'pat' }, result: 'accepted' });

for (const [how, epoch] of [['tells that it was restored', 'e2'], ['was restored without anybody telling', 'e1']]) {
  test(`a call that another sent for its author is sent again by the author, who made it, where the server ${how}`, async () => {
    const { device } = phone.session.account.value;
    const stop = phone.sync.follow('g1');
    await logged(['c1']);
    server.log = [await sentByLee('c1')];
    await phone.sync.drain();
    const told = (await record('c1')).call;
    assert.deepEqual([told.made_by, told.called_by, told.device], ['lee', 'pat', 'dl'], 'this phone rules on what the others rule on');
    Object.assign(server, { log: [], epoch });
    for (let turn = 0; turn < 3; turn++) await phone.sync.drain();
    stop();
    assert.deepEqual(server.log.map(({ call }) => [call.id, call.made_by, call.called_by, call.device, call.n]), [['c1', 'pat', undefined, device, 2]]);
    assert.deepEqual(server.pushes().findLast(({ body }) => body.calls.length).body.moved, [{ id: 'c1', device, n: 1 }, { id: 'c1', device: 'dl', n: 1 }], 'its first number is owed by nobody');
    assert.deepEqual([(await record('c1')).result, await unsent()], ['accepted', []]);
  });
}

test('… and so is one that this phone sent for its author, who had sent it too', async () => {
  const stop = phone.sync.follow('g1');
  const lees = theirs('t1', 1, 1);
  await phone.byHand.keepParcel(phone.session.account.value, { packet: packetOf('g1'), calls: [{ call: lees.call }] });
  await phone.byHand.sendForOthers(phone.session.account.value, 'g1');
  server.log = [lees];
  await phone.sync.drain();
  assert.equal((await record('t1')).call.made_by, 'lee');
  Object.assign(server, { log: [], epoch: 'e2' });
  for (let turn = 0; turn < 3; turn++) await phone.sync.drain();
  stop();
  assert.deepEqual(server.log.map(({ call }) => [call.id, call.made_by, call.called_by]), [['t1', 'pat', 'lee']]);
});

test('a call that another has sent is sent under its number here, too, whatever is pulled before', async () => {
  const { device } = phone.session.account.value;
  await logged(['c1']);
  server.log = [await sentByLee('c1')];
  await phone.pull.pull(phone.session.account.value, 'g1');
  await phone.pull.pull(phone.session.account.value, 'g1');
  assert.deepEqual([(await record('c1')).call.device, (await record('c1')).was], [device, [{ device: 'dl', n: 1 }]]);
  await phone.sync.drain();
  assert.deepEqual(server.pushes().at(-1).body.calls.map(({ id, n, made_by }) => [id, n, made_by]), [['c1', 1, 'pat']]);
  assert.deepEqual([(await record('c1')).call.device, await unsent()], ['dl', []]);
});

test('a sign-off covers a call under the number by which the server has it, and no other: a copy of this phone may have given that', async () => {
  const stop = phone.sync.follow('g1');
  await logged(['c1']);
  server.log = [await sentByLee('c1')];
  await phone.sync.drain();
  stop();
  const { call: { heads } } = await phone.log.append({ account: 'pat', game: 'g1', packet: 'sha256:0', app: 'build' }, { id: 's1', type: 'sign_off' });
  assert.deepEqual(heads, { dl: 1 });
});

test('a game that is not open any more is looked at, too, where the server has lost calls of it', async () => {
  await logged(['c1']);
  await phone.sync.drain();
  server.log = [];
  await logged(['c2'], 'g2');
  await phone.sync.drain();
  await phone.sync.drain();
  assert.deepEqual([server.idsOf('g1'), server.idsOf('g2')], [['c1'], ['c2']]);
});

test('a server that says again and again that it was restored is left alone until the next round', async () => {
  await logged(['c1']);
  let n = 0;
  server.misbehave = Array.from({ length: 200 }, () => ({ instead: true, do: (response) => json(response, 409, { error: 'epoch_changed', says: 'Restored.', epoch: `e${++n % 2}`, progress: {} }) }));
  await phone.sync.drain();
  const asked = server.pushes().length;
  server.misbehave = [];
  assert.deepEqual([asked, phone.sync.status.value.state, await unsent()], [3, 'offline', ['c1']]);
  await phone.sync.drain();
  await phone.sync.drain();
  assert.deepEqual(server.idsOf('g1'), ['c1']);
});

for (const [how, epoch] of [['tells that it was restored', 'e2'], ['was restored without anybody telling', 'e1']]) {
  test(`a call that was refused because another has its id stays on paper where the server ${how}: it comes in under no other id`, async () => {
    server.judge = (call) => (call.scorer === 'R9' ? { result: 'refused', code: 'id_conflict', says: 'Another.' } : { result: 'accepted' });
    const stop = phone.sync.follow('g1');
    await logged(['c1']);
    await phone.sync.drain();
    server.log = [theirs('c1', 1, 1), theirs('t2', 2, 2)];
    await phone.sync.drain();
    const told = async () => (await phone.log.recordsOf('pat', 'g1')).filter(({ own }) => own).map(({ call, result, code }) => [call.scorer, result, code]);
    assert.deepEqual([await told(), (await here()).length], [[['R9', 'refused', 'id_conflict']], 3]);
    Object.assign(server, { log: [theirs('c1', 1, 1)], epoch, refused: [], judge: () => ({ result: 'accepted' }) });
    for (let turn = 0; turn < 3; turn++) await phone.sync.drain();
    stop();
    assert.deepEqual([server.log.map(({ call }) => call.id), await told()], [['c1'], [['R9', 'refused', 'id_conflict']]]);
  });
}

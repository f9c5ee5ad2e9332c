// A real little HTTP server that speaks the sync protocol, and misbehaves on demand.
import { createServer } from 'node:http';
import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const PAT = { id: 'pat', name: 'Pat', language: 'en', roles: ['referee'] };
export const LEE = { id: 'lee', name: 'Lee', language: 'en', roles: ['director'] };

export class LittleServer {
  accounts = { pat: PAT, lee: LEE };
  epoch = 'e1';
  devices = new Map();   // token → {device, account}
  log = [];              // {seq, call, result, code?} of all games, in commit order
  refused = [];          // calls
  packets = {};          // by game
  requests = [];         // {method, path, body} as they came in
  misbehave = [];        // what to do instead of answering: (response, answer) => void, one a request
  most = Infinity;       // calls that a push may hold
  judge = () => ({ result: 'accepted' });

  async start() {
    this.http = createServer((request, response) => void this.#receive(request, response));
    await new Promise((go) => this.http.listen(0, '127.0.0.1', go));
    this.origin = `http://127.0.0.1:${this.http.address().port}`;
    return this;
  }

  stop() {
    this.http.closeAllConnections();
    return new Promise((go) => this.http.close(go));
  }

  pushes = () => this.requests.filter(({ path }) => path === '/api/v1/sync');
  idsOf = (game) => this.log.filter(({ call }) => call.game === game).map(({ call }) => call.id);

  async #receive(request, response) {
    let text = '';
    for await (const part of request) text += part;
    const [path, query] = request.url.split('?');
    const asked = { method: request.method, path, query: new URLSearchParams(query), body: text ? JSON.parse(text) : null, token: request.headers.authorization?.slice(7) };
    this.requests.push(asked);
    const act = path === '/api/v1/sync' || path === '/api/v1/devices' ? this.misbehave.shift() : undefined;
    const [status, body] = act?.instead ? [200, null] : this.#answer(asked);
    if (act) return act.do(response, body, asked);
    if (status === 200 && path.endsWith('/packet')) {
      const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('hex')}"`;
      return request.headers['if-none-match'] === etag ? response.writeHead(304, { etag }).end() : json(response, status, body, { etag });
    }
    json(response, status, body);
  }

  #answer({ method, path, body, token, query }) {
    if (path === '/api/v1/devices') {
      const account = this.accounts[body.username ?? body.code];
      if (!account) return [401, { error: 'wrong', says: 'Wrong name or password.' }];
      const fresh = randomUUID();
      this.devices.set(fresh, { device: body.device, account });
      return [201, { token: fresh, expires_at: '2099-01-01T00:00:00Z', account, ...(body.official && { joined: `${account.id}, signed` }), owing: (this.owing ?? []).filter(({ device }) => device !== body.device) }];
    }
    const who = this.devices.get(token);
    if (!who) return [401, { error: 'unauthorised', says: 'Please sign in again.' }];
    if (method === 'DELETE' && path === '/api/v1/devices/me') return [200, { revoked_at: this.devices.delete(token) && new Date().toISOString() }];
    if (path === '/api/v1/sync') return this.#sync(body, who);
    if (path === '/api/v1/games') return [200, { games: Object.values(this.packets).map(rowOf), account: who.account, now: new Date().toISOString() }];
    const [, game, part] = /^\/api\/v1\/games\/([^/]+)\/(\w+)$/.exec(path) ?? [];
    if (part === 'packet' && this.packets[game]) return [200, this.packets[game]];
    if (part === 'calls') {
      const cursor = Number(query.get('cursor'));
      const calls = this.log.filter((one) => one.call.game === game && one.seq > cursor)
        .map((one) => ({ ...one, counts: one.result === 'accepted', received_at: '2026-11-30T12:00:00Z' }));
      return [200, { calls, cursor: calls.at(-1)?.seq ?? cursor, more: false, waiting: {}, decisions: this.decisions ?? [], progress: this.#allProgress(game), devices: [], log: this.#inShort(game, calls.at(-1)?.seq ?? cursor), epoch: this.epoch, ...(this.notRuledOn && { not_ruled_on: true }), ...(this.olderRules && { older_rules: true }) }];
    }
    return [404, { error: 'not_found', says: 'There is no such game.' }];
  }

  #sync({ batch, device, epoch, calls, heads }, { account }) {
    const progress = () => Object.fromEntries(Object.keys(heads ?? {}).map((game) => [game, this.#progress(game, device, heads[game])]));
    if (epoch && epoch !== this.epoch) return [409, { error: 'epoch_changed', says: 'Restored.', epoch: this.epoch, progress: progress() }];
    if (calls.length > this.most) return [413, { error: 'too_large', says: 'Too many.' }];
    const results = calls.map((call) => this.#take(call, account));
    return [200, { batch, epoch: this.epoch, results, progress: progress(), sheets: {}, ...(results.some(({ code }) => code === 'number_conflict') ? { fork: true } : {}) }];
  }

  #take(call, account) {
    const { id } = call;
    const before = this.log.find((one) => one.call.id === id);
    if (before) return { id, result: 'duplicate', seq: before.seq, device: before.call.device, n: before.call.n };
    if (call.made_by !== account.id) return { id, result: 'refused', code: 'not_the_author', says: 'Somebody else made this call.' };
    if (this.log.some((one) => one.call.device === call.device && one.call.game === call.game && one.call.n === call.n)) return { id, result: 'refused', code: 'number_conflict' };
    const given = this.judge(call);
    if (given.result === 'refused') {
      this.refused.push(call);
      return { id, ...given };
    }
    const seq = 1 + Math.max(0, ...this.log.filter((one) => one.call.game === call.game).map((one) => one.seq));
    this.log.push({ seq, call, ...given });
    return { id, ...given, seq };
  }

  /** What the log holds up to a seq: see webapp/store/parity.py. */
  #inShort(game, upto) {
    const all = this.log.filter(({ seq, call }) => call.game === game && seq <= upto).map(({ call }) => call);
    return { calls: all.length, sum: all.reduce((sum, { id, device, n }) => (sum + crc32(`${id} ${device} ${n}`)) % 2 ** 32, 0) };
  }

  #allProgress(game) {
    const devices = new Set([...this.log.map(({ call }) => call), ...this.refused].filter((call) => call.game === game).map(({ device }) => device));
    return Object.fromEntries([...devices].map((device) => [device, this.#progress(game, device, 0)]));
  }

  #progress(game, device, head) {
    const numbers = new Set(this.log.filter((one) => one.call.game === game && one.call.device === device).map(({ call }) => call.n));
    const refused = new Set(this.refused.filter((one) => one.game === game && one.device === device).map(({ n }) => n));
    const furthest = Math.max(head, ...numbers, ...refused);
    const missing = Array.from({ length: furthest }, (_, at) => at + 1).filter((n) => !numbers.has(n) && !refused.has(n));
    return { upto: (missing[0] ?? furthest + 1) - 1, missing: missing.map((n) => [n, n]) };
  }
}

const rowOf = (packet) => ({
  id: packet.game_file.game.id, label: packet.label, competition: 'Cup', stage: 'final', home: { key: 'RED', name: 'Red', colour: '' }, away: { key: 'BLU', name: 'Blue', colour: '' },
  starts_at: packet.starts_at, starts_local: '', timezone: 'UTC', rink: 'North', status: packet.status ?? 'scheduled', duty: 'referee', head: true, score: null,
});

export function json(response, status, body, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Ways to answer that are none. `instead`: the server never sees the request; else it has done it, and the answer goes wrong. */
export const portal = { instead: true, do: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to rink WiFi</h1>') };
export const portalAsJson = { instead: true, do: (response) => json(response, 200, { ok: true }) };
export const redirect = { instead: true, do: (response) => response.writeHead(302, { location: '/hotel' }).end() };
export const silence = { instead: true, do: () => undefined };
export const cut = { do: (response) => response.destroy() };
export const truncated = { do: (response, body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body).slice(0, -20)) };
export const otherBatch = { do: (response, body) => json(response, 200, { ...body, batch: 'another' }) };
export const oneResultShort = { do: (response, body) => json(response, 200, { ...body, results: body.results.slice(1) }) };
export const later = (seconds) => ({ instead: true, do: (response) => json(response, 503, { error: 'busy', says: 'Later.' }, { 'retry-after': String(seconds) }) });
export const refuse = (status) => ({ instead: true, do: (response) => json(response, status, { error: 'no', says: 'No.' }) });

// One request to the server. What comes back is believed only where it is JSON of ours: a captive portal's page, a
// redirect, silence and half an answer all mean the same, offline.
import { practising } from './practice';
import { learnOffset } from './server_time';
import type { ApiError } from './generated/calls';

const LIMIT_MS = 15_000;
const LONGEST_RETRY_MS = 3_600_000; // a server that asks for more is asked again all the same

/** No answer that can be believed. `slow`: the server took the request and did not answer in time. */
export class Offline extends Error {
  constructor(why: string, readonly slow = false) {
    super(why);
  }
}

/** The server answered, and the answer is no. `retry_ms`: do not ask again before that. */
export class Refused extends Error {
  constructor(readonly status: number, readonly error: string, says: string, readonly retry_ms: number, readonly body: ApiError | null) {
    super(says);
  }
}

export interface Answer<Body> {
  body: Body | null; // null where nothing has changed (304)
  etag: string | null;
}

interface Asking {
  method?: 'PUT' | 'DELETE';
  token?: string | null;
  body?: unknown;
  etag?: string | null;
  done?: 200 | 201; // what a success is here
  limit_ms?: number;
}

/** GET, or POST where there is a body, unless a method is named. Throws Offline or Refused. */
export async function ask<Body>(path: string, { method, token, body, etag, done = 200, limit_ms = LIMIT_MS }: Asking = {}): Promise<Answer<Body>> {
  if (practising) throw new Offline('practice');
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (etag) headers['if-none-match'] = etag;
  const asked_ms = Date.now();
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), limit_ms);
  try {
    const response = await fetch(`/api/v1${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'), headers, signal: stop.signal, redirect: 'error', credentials: 'omit', cache: 'no-store',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answered_ms = Date.now(); // what it weighs is not on its way
    const said = await jsonOf(response);
    if (response.status === 304 && etag) return { body: null, etag };
    if ([200, 201].includes(response.status) && said !== null) {
      const { headers } = response;
      learnOffset(Number(headers.get('rinkside-now')) || Date.parse(headers.get('date') ?? ''), asked_ms, answered_ms);
      return { body: said as Body, etag: response.headers.get('etag') };
    }
    throw refusal(response, said as ApiError | null);
  } catch (error) {
    if (error instanceof Refused || error instanceof Offline) throw error;
    throw new Offline(String(error), stop.signal.aborted);
  } finally {
    clearTimeout(timer);
  }
}

async function jsonOf(response: Response): Promise<object | null> {
  if (!/^application\/(problem\+)?json\b/i.test(response.headers.get('content-type') ?? '')) return null;
  const said: unknown = JSON.parse(await response.text());
  return typeof said === 'object' ? said : null;
}

/** A refusal in our own words; where a proxy speaks for the server, only "too large" and "later" are believed, not how much later. */
function refusal(response: Response, said: ApiError | null): Refused | Offline {
  const proxied = [413, 429, 502, 503, 504].includes(response.status);
  if (!proxied && typeof said?.error !== 'string') return new Offline(`${response.status} from somebody else`);
  if (typeof said?.error !== 'string') return new Refused(response.status, 'proxy', `${response.status}`, 0, null);
  return new Refused(response.status, said.error, said.says, waitOf(response.headers.get('retry-after')), said);
}

/** Milliseconds that a Retry-After asks for, an hour at most: seconds or a date; 0 where there is none. */
function waitOf(header: string | null): number {
  if (!header) return 0;
  const seconds = Number(header);
  const asked_ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - Date.now() || 0;
  return Math.min(LONGEST_RETRY_MS, Math.max(0, asked_ms));
}

// What page and worker say to the server of a subscription to notices. The session's cookie says whose it is; the referee's
// app asks by its token.

/** What the server knows of one; `resubscribe`: its key was changed since. */
export interface Told {
  id: string;
  last_success_at: string | null;
  last_failure_at: string | null;
  resubscribe: boolean;
}

/** The server's no, with its name for why where it gives one; or a page to sign in at in the place of an answer. */
export class Refused extends Error {
  constructor(readonly status: number, readonly retry_after_s: number, readonly error = '') { super(`refused: ${status}`); }
}

/** Who asks the server in somebody's name. Throws Refused, or whatever else where no answer came. */
export type Asks = <Answer>(path: string, method: 'GET' | 'PUT' | 'DELETE' | 'POST', body?: unknown) => Promise<Answer>;

/** Throws Refused, or what `fetch` throws without a network. */
export async function answered<Answer>(path: string, method: 'GET' | 'PUT' | 'DELETE' | 'POST', body?: unknown, csrf = tokenOnPage()): Promise<Answer> {
  const asked: RequestInit = { method, headers: { 'Content-Type': 'application/json', 'X-CSRFToken': csrf }, cache: 'no-store' };
  const response = await fetch(path, body === undefined ? asked : { ...asked, body: JSON.stringify(body) });
  if (!response.ok || response.redirected) {
    const said = await response.json().catch(() => null) as { error?: string } | null;
    throw new Refused(response.status, Number(response.headers.get('Retry-After')) || 0, said?.error);
  }
  return await response.json() as Answer;
}

/** What a browser had before. */
export interface Replaced {
  endpoint: string;
}

/** `was`: what this one stands in the place of; `turned_on`: by a tap, just now. */
export const tell = (held: PushSubscription, more: { was?: Replaced | undefined; turned_on?: true }, by: Asks): Promise<Told> =>
  by<Told>('/notices/push', 'PUT', { ...said(held), ...more });

/** The browser has another subscription, whether or not who is signed in has notices on here. */
export const tellMoved = (held: PushSubscription, was: Replaced, by: Asks): Promise<unknown> =>
  by('/notices/push/moved', 'POST', { ...said(held), was });

function said(held: PushSubscription) {
  const { endpoint, keys } = held.toJSON();
  return { endpoint, keys, key: keyOf(held) };
}

/** The server's key that a subscription was made with, base64url: its push service takes messages under that one alone. */
export function keyOf(held: PushSubscription): string {
  const bytes = new Uint8Array(held.options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function tokenOnPage(): string {
  return typeof document === 'undefined' ? '' : document.querySelector<HTMLInputElement>('input[name="csrf_token"]')?.value ?? '';
}

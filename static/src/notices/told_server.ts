// What page and worker say to the server of a subscription to notices. The session's cookie says whose it is.

/** What the server knows of one; `resubscribe`: its key was changed since. */
export interface Told {
  id: string;
  last_success_at: string | null;
  last_failure_at: string | null;
  resubscribe: boolean;
}

/** The server's no, or a page to sign in at in the place of an answer. */
export class Refused extends Error {
  constructor(readonly status: number, readonly retry_after_s: number) { super(`refused: ${status}`); }
}

/** Throws Refused, or what `fetch` throws without a network. */
export async function answered<Answer>(path: string, method: 'GET' | 'PUT' | 'DELETE' | 'POST', body?: unknown, csrf = tokenOnPage()): Promise<Answer> {
  const asked: RequestInit = { method, headers: { 'Content-Type': 'application/json', 'X-CSRFToken': csrf }, cache: 'no-store' };
  const response = await fetch(path, body === undefined ? asked : { ...asked, body: JSON.stringify(body) });
  if (!response.ok || response.redirected) throw new Refused(response.status, Number(response.headers.get('Retry-After')) || 0);
  return await response.json() as Answer;
}

/** `key`: the server's, that the subscription was made with; `was`: the endpoint that it stands in the place of. */
export function tell(held: PushSubscription, key: string, was?: string, csrf?: string): Promise<Told> {
  const { endpoint, keys } = held.toJSON();
  return answered<Told>('/notices/push', 'PUT', { endpoint, keys, key, ...(was && { was }) }, csrf);
}

function tokenOnPage(): string {
  return typeof document === 'undefined' ? '' : document.querySelector<HTMLInputElement>('input[name="csrf_token"]')?.value ?? '';
}

// Practice: the app on a database of its own, without an account and without a server. It is another page than the app's, at
// `/rink/?practice`, so that nothing that runs there knows of anybody's calls, and nothing of it leaves the phone.

export const practising = /[?&]practice\b/.test(globalThis.location?.search ?? '');

/** What this page names beside the database: another page's, of real games, has names of its own. */
export const named = (name: string): string => (practising ? `${name}-practice` : name);

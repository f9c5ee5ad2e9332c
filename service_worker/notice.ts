// What a push message shows on a lock screen: the server's own neutral words, never a name, and where it has none the
// product's name; always something, since a phone takes the subscription away from an app whose pushes show nothing.

interface Notice {
  title: string;
  options: NotificationOptions & { data: { url: string }; renotify?: boolean };
}

/** Which notices rang here, by the address that a tap leads to, and still do so after a restart of the worker. */
export interface Rang {
  has(url: string): Promise<boolean>;
  add(url: string): Promise<void>;
}

/** Show what came. The very same comes a second time where nobody could note that it was sent: it takes the place of the first,
 * or shows once more where that was put away, and makes no sound. A test notice has no address of its own, and always rings. */
export function show(payload: string | undefined, rang: Rang, onScreen: OnScreen): Promise<void> {
  const { title, options } = shown(payload);
  if (!/\/inbox\/./.test(options.data.url)) return onScreen(title, options);
  const mine = turn.then(() => showInTurn(title, options, rang, onScreen));
  turn = mine.catch(() => undefined);
  return mine;
}

type OnScreen = (title: string, options: NotificationOptions) => Promise<void>;

/** One after another: a worker is woken with all that came meanwhile. */
let turn: Promise<void> = Promise.resolve();

async function showInTurn(title: string, options: Notice['options'], rang: Rang, onScreen: OnScreen): Promise<void> {
  const { url } = options.data;
  const again = await rang.has(url).catch(() => false);
  await onScreen(title, again ? { ...options, renotify: false, silent: true } as NotificationOptions : options);
  if (!again) await rang.add(url).catch(() => undefined);
}

/** A later notice of the same tag replaces what is shown, and is heard all the same. `payload` is Declarative Web Push JSON, `{"notification": {"title", "body", "navigate", "tag", "lang"}}`. */
export function shown(payload: string | undefined): Notice {
  let said: Record<string, unknown> = {};
  try {
    said = (JSON.parse(payload ?? '{}') as { notification?: Record<string, unknown> } | null)?.notification ?? {};
  } catch {
    // A message that cannot be read is a notice all the same.
  }
  const text = (name: string) => (typeof said[name] === 'string' && said[name] ? said[name] : undefined);
  const options: Notice['options'] = { data: { url: text('navigate') ?? '/' } };
  for (const name of ['body', 'tag', 'lang'] as const) {
    const value = text(name);
    if (value) options[name] = value;
  }
  if (options.tag) options.renotify = true;
  return { title: text('title') ?? 'Rinkside', options };
}

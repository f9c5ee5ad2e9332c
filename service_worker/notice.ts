// What a push message shows on a lock screen: the server's own neutral words, never a name, and where it has none the
// product's name; always something, since a phone takes the subscription away from an app whose pushes show nothing.

interface Notice {
  title: string;
  options: NotificationOptions & { data: { url: string }; renotify?: boolean };
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

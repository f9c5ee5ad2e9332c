// Small choices and marks beside the database, where the browser lets them be: nothing rests on them.

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is switched off
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Switched off or full: it holds until the page is closed.
  }
}

/** What is remembered of one game, by names that end with its id. */
export function forgetGame(id: string): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.endsWith(`.${id}`)) localStorage.removeItem(name);
  } catch {
    // Switched off: there is nothing.
  }
}

// Small choices and marks beside the database, where the browser lets them be: nothing rests on them.
import { named, practising } from './practice';

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

/** The name of what is remembered of one game: practice's games have names of their own. */
export const ofGame = (what: string, id: string): string => `${named(what)}.${id}`;

/** Forget what is remembered of one game. */
export const forgetGame = (id: string): void => forgetGames((one) => one === id);

/** Forget what is remembered of all games but those that are here. */
export const forgetGamesBut = (here: ReadonlySet<string>): void => forgetGames((one) => !here.has(one));

function forgetGames(isOver: (id: string) => boolean): void {
  try {
    for (const name of Object.keys(localStorage)) {
      const [what = '', ...id] = name.split('.');
      if (id.length && what.endsWith('-practice') === practising && isOver(id.join('.'))) localStorage.removeItem(name);
    }
  } catch {
    // Switched off: there is nothing.
  }
}

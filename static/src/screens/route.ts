// Where the app is: `#/…`. A sheet over a game has an address of its own, so that Back closes it and a reload keeps it.
import { signal } from '@preact/signals';

export interface Route {
  screen: 'games' | 'sign-in' | 'sign-out' | 'readiness' | 'notices' | 'lost' | 'welcome' | 'join' | 'take' | 'game';
  id: string;      // game id, or the code of `welcome` and `join`
  sheet: string;   // name of the sheet over the game, or ''
  about: string;   // what the sheet is about: a call, a type
}

export const route = signal<Route>(parse(location.hash));

let goingBack: Promise<void> = Promise.resolve();

export function parse(hash: string): Route {
  const [screen = '', id = '', sheet = '', ...about] = hash.replace(/^#?\/?/, '').split('/').map(decoded);
  const known = ['sign-in', 'sign-out', 'readiness', 'notices', 'lost', 'welcome', 'join', 'take', 'game'] as const;
  const found = known.find((name) => name === screen);
  if (!found || (found === 'game' && !id)) return { screen: 'games', id: '', sheet: '', about: '' };
  return { screen: found, id, sheet, about: about.join('/') };
}

/** An address that somebody wrote by hand, or a page cut off, is none of ours. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

export function address(to: Partial<Route>): string {
  const parts = [to.screen ?? 'games', to.id, to.sheet, to.about].filter((part): part is string => !!part);
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

export function go(to: Partial<Route>): void {
  history.pushState({}, '', address(to));
  route.value = parse(location.hash);
}

export function replace(to: Partial<Route>): void {
  history.replaceState({}, '', address(to));
  route.value = parse(location.hash);
}

/** Open a sheet over the game, or put another in the place of the one that is open. */
export function openSheet(sheet: string, about = ''): void {
  const next: Route = { ...route.value, sheet, about };
  const already = route.value.sheet !== '';
  route.value = next;
  void goingBack.then(() => {
    const state = { sheet: true };
    if (already) history.replaceState(state, '', address(next));
    else history.pushState(state, '', address(next));
  });
}

/** Close the open sheet at once; the browser's history follows. */
export function closeSheet(): void {
  if (!route.value.sheet) return;
  const game: Route = { ...route.value, sheet: '', about: '' };
  route.value = game;
  if ((history.state as { sheet?: boolean } | null)?.sheet) {
    goingBack = new Promise((done) => {
      addEventListener('popstate', () => done(), { once: true });
      history.back();
    });
  } else {
    history.replaceState({}, '', address(game));
  }
}

addEventListener('popstate', () => {
  route.value = parse(location.hash);
});
addEventListener('hashchange', () => {
  route.value = parse(location.hash);
});

// Calls that this phone could not keep. Each stays in view, after a reload as well, until it is kept after all or somebody
// has written it on paper.
import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { onChange } from './changes';
import { named } from './practice';
import type { Draft } from './generated/calls';

interface Unsaved {
  account: string;
  game: string;
  said: Draft & { id: string };
}

const PLACE = named('not-saved');

const all = signal<Unsaved[]>(recalled());

/** Oldest first, of every game and account that was on this page. */
export const unsaved: ReadonlySignal<Unsaved[]> = all;

effect(() => {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(all.value));
  } catch {
    // A browser that keeps nothing: they are in view for as long as the page is.
  }
});

onChange(({ game, of }) => { if (of === 'anew') all.value = all.value.filter((one) => one.game !== game); });

export function notSaved(one: Unsaved): void {
  if (!all.value.some(({ said }) => said.id === one.said.id)) all.value = [...all.value, one];
}

/** It is in the log after all, or on paper. */
export function settled(id: string): void {
  if (all.value.some(({ said }) => said.id === id)) all.value = all.value.filter(({ said }) => said.id !== id);
}

function recalled(): Unsaved[] {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? '[]') as Unsaved[];
  } catch {
    return [];
  }
}

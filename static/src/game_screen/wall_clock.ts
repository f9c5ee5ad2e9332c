// Where a clock on the wall rules the rink, nobody has to keep one here: this phone then shows none and counts nothing.
import { signal } from '@preact/signals';
import type { OpenGame } from '../game';
import { remember, remembered } from '../remembered';

const KEPT = 'wall-clock'; // of one game: the last for which it was said
const ruled = signal(remembered(KEPT));

export const wallRules = (game: OpenGame): boolean => ruled.value === game.id;

export function changeWall(game: OpenGame): void {
  ruled.value = wallRules(game) ? null : game.id;
  remember(KEPT, ruled.value ?? '');
}

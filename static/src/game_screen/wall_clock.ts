// Where a clock on the wall rules the rink, nobody has to keep one here: this phone then shows none and counts nothing.
import { signal } from '@preact/signals';
import { onChange } from '../changes';
import type { OpenGame } from '../game';
import { named } from '../practice';
import { remember, remembered } from '../remembered';

const KEPT = named('wall-clock'); // of one game: the last for which it was said
const ruled = signal(remembered(KEPT));

export const wallRules = (game: OpenGame): boolean => ruled.value === game.id;

export const changeWall = (game: OpenGame): void => keep(wallRules(game) ? null : game.id);

onChange(({ game, of }) => { if (of === 'anew' && ruled.value === game) keep(null); });

function keep(game: string | null): void {
  ruled.value = game;
  remember(KEPT, game ?? '');
}

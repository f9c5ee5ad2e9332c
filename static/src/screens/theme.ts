// Dark at the rink, light in glare; the choice is remembered on this phone.
import { effect, signal } from '@preact/signals';
import { remember, remembered } from '../remembered';

export type Theme = 'dark' | 'light';

const PLACE = 'theme';

export const theme = signal<Theme>(remembered(PLACE) === 'light' ? 'light' : 'dark');

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
  remember(PLACE, theme.value);
});

export function otherTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
}

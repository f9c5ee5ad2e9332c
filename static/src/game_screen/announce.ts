// What a screen reader is told, apart from what it reads by itself.
import { signal } from '@preact/signals';

export const announced = signal('');

export function announce(sentence: string): void {
  announced.value = announced.value === sentence ? `${sentence} ` : sentence;
}

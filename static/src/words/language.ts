// The reader's language: the account's, else the browser's, as far as there are catalogues for it. English is in the bundles
// themselves; the catalogues of another language, `<name>.<language>.json` beside the English ones, come as one file.
import { signal, type ReadonlySignal } from '@preact/signals';

/** What build.mjs found: by language, where its file is. */
declare const LANGUAGES: Record<string, string>;

type Catalogues = Record<string, Record<string, string>>; // by a catalogue's name, its sentences by key

interface Spoken { language: string; catalogues: Catalogues; plural: Intl.PluralRules }

const said = (language: string, catalogues: Catalogues): Spoken => ({ language, catalogues, plural: new Intl.PluralRules(language) });
const now = signal(said('en', {}));

/** What is read gives way to what comes: whoever shows a word is shown anew in another language. */
export const spoken: ReadonlySignal<Spoken> = now;

/** Speak the first of these that there is; English where its file does not come. */
export async function speak(wanted: readonly (string | null | undefined)[]): Promise<void> {
  const language = wanted.map((one) => one?.split('-')[0]).find((one) => one === 'en' || (one && one in LANGUAGES)) ?? 'en';
  if (language === now.value.language) return;
  const catalogues = language === 'en' ? {} : ((await (await fetch(LANGUAGES[language]!)).json()) as Catalogues);
  now.value = said(language, catalogues);
  document.documentElement.lang = language;
}

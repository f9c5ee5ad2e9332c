// Every word on the screen comes from a catalogue; a key that no catalogue has does not compile.
import en from './en.json';
import { spoken } from './language';

export type Key = keyof typeof en;
export type Slots = Record<string, string | number>;

/** What says the words of `words/<name>.en.json`, in the reader's language. A part that is fetched when it is opened brings its own. */
export function catalogued<Words extends Record<string, string>>(words: Words, name: string) {
  const said = (key: string): string | undefined => spoken.value.catalogues[name]?.[key] ?? words[key];
  return {
    /** The sentence for `key`, its `{slots}` filled in. */
    t: (key: keyof Words & string, slots?: Slots): string => fill(said(key) ?? key, slots),

    /** As `t`, for a count: `key.one`, `key.other`. */
    tn: (key: CountKey<keyof Words>, n: number, slots?: Slots): string => fill(said(`${key}.${spoken.value.plural.select(n)}`) ?? said(`${key}.other`) ?? key, { n, ...slots }),

    /** A word whose key is made from data (`type.goal`): `otherwise` where a rulebook brings a name of its own. */
    word: (key: string, otherwise?: string): string => said(key) ?? otherwise ?? readable(key.slice(key.lastIndexOf('.') + 1)),
  };
}

export const { t, tn, word } = catalogued(en, 'app');

type CountKey<Key> = Key extends `${infer Stem}.other` ? Stem : never;

function fill(template: string, slots?: Slots): string {
  if (!slots) return template;
  return template.replace(/\{(\w+)\}/g, (slot, name: string) => String(slots[name] ?? slot));
}

function readable(slug: string): string {
  const spaced = slug.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

// Every word on the screen comes from a catalogue; a key that no catalogue has does not compile.
import en from './en.json';

export type Key = keyof typeof en;
export type Slots = Record<string, string | number>;

const plural = new Intl.PluralRules('en');

/** What says a catalogue's words. A part that is fetched when it is opened brings its own: `words/<part>.en.json`. */
export function catalogued<Words extends Record<string, string>>(words: Words) {
  const catalogue: Record<string, string> = words;
  return {
    /** The sentence for `key`, its `{slots}` filled in. */
    t: (key: keyof Words & string, slots?: Slots): string => fill(catalogue[key] ?? key, slots),

    /** As `t`, for a count: `key.one`, `key.other`. */
    tn: (key: CountKey<keyof Words>, n: number, slots?: Slots): string => fill(catalogue[`${key}.${plural.select(n)}`] ?? catalogue[`${key}.other`] ?? key, { n, ...slots }),

    /** A word whose key is made from data (`type.goal`): `otherwise` where a rulebook brings a name of its own. */
    word: (key: string, otherwise?: string): string => catalogue[key] ?? otherwise ?? readable(key.slice(key.lastIndexOf('.') + 1)),
  };
}

export const { t, tn, word } = catalogued(en);

type CountKey<Key> = Key extends `${infer Stem}.other` ? Stem : never;

function fill(template: string, slots?: Slots): string {
  if (!slots) return template;
  return template.replace(/\{(\w+)\}/g, (slot, name: string) => String(slots[name] ?? slot));
}

function readable(slug: string): string {
  const spaced = slug.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

// The rulebook's infractions in the rulebook's order: common ones large, all others under them. Searching leaves out, never re-sorts.
import { useMemo, useRef, useState } from 'preact/hooks';
import type { OpenGame } from '../game';
import { useGame } from '../game_screen/open';
import { fileOf, infractionsOf, rulebookOf, type Clause, type Infraction } from '../game_screen/reading';
import { className } from '../game_screen/wording';
import { useSettling } from '../screens/settling';
import { t, word } from '../words/t';
import type { Mark } from './foreseen';

/** `press`: a finger has come down on it, and may yet go elsewhere. `marks`: what it would bring; a mark takes no room. */
interface Props { pick(infraction: Infraction): void; press?(infraction: Infraction): void; due?: Infraction | undefined; disabled?: boolean; chosen?: string | undefined; marks?: ReadonlyMap<string, Mark> }

export function Infractions({ pick, press, due, disabled = false, chosen, marks }: Props) {
  const game = useGame();
  const infractions = infractionsOf(game);
  const [sought, setSought] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const known = useMemo(() => new Map(infractions.map((one) => [one.infraction, wordsOf(textsOf(game, one))])), [rulebookOf(game), fileOf(game).game.division]);
  const starts = wordsOf(sought);
  const fits = ({ infraction }: Infraction) => starts.every((start) => known.get(infraction)?.some((word) => word.startsWith(start)));
  const clear = () => { setSought(''); input.current?.focus(); };
  const button = (one: Infraction) => {
    const mark = marks?.get(one.infraction);
    return (
      <button key={one.infraction} type="button" class="button infraction" aria-pressed={chosen === undefined ? undefined : chosen === one.infraction} aria-describedby={mark && `brings-${mark}`} disabled={disabled} onPointerDown={() => press?.(one)} onClick={() => pick(one)}>
        {one.name}
        {one.class !== 'minor' && <span class="button__detail">{className(game, one.class)}</span>}
        {mark && <span class={`infraction__mark infraction__mark--${mark}`} aria-hidden="true">{t(`mark.${mark}`)}</span>}
      </button>
    );
  };
  const common = infractions.filter((one) => one.common && fits(one));
  const others = infractions.filter((one) => !one.common && fits(one));
  const nothing = !common.length && !others.length;
  useSettling(nothing);
  return (
    <div class="infractions">
      <p id="brings-out" hidden>{t('penalty.brings_out')}</p>
      <p id="brings-shot" hidden>{t('penalty.brings_shot')}</p>
      {due && <section><h3 class="who__team">{t('penalty.due')}</h3><div class="pairs">{button(due)}</div></section>}
      <div class="pairs">{common.map(button)}</div>
      <label class="search">
        <span class="visually-hidden">{t('penalty.search')}</span>
        <input class="input" type="search" autocomplete="off" placeholder={t('penalty.search')} ref={input} value={sought} onInput={(event) => setSought(event.currentTarget.value)} />
      </label>
      <div class="pairs">{others.map(button)}</div>
      {nothing && (
        <div class="empty">
          <p class="empty__title" role="status">{t('penalty.found_nothing', { sought: sought.trim() })}</p>
          <p>{t('penalty.found_nothing_what_now')}</p>
          <button type="button" class="button button--wide" onClick={clear}>{t('penalty.show_all')}</button>
        </div>
      )}
    </div>
  );
}

/** All that the rulebook says of an infraction: its name, abbreviation and number, its class, what sort of foul it is, the clauses
 * that name it, and what one of the rulebook's own says. */
function textsOf(game: OpenGame, { infraction, name, abbreviation = '', rule = '', class: usual }: Infraction): string {
  const sorts = Object.entries(rulebookOf(game).screen.categories ?? {}).filter(([, infractions]) => infractions.includes(infraction)).map(([sort]) => word(`foul.${sort}`));
  const named = naming(game, infraction);
  return [name, abbreviation, rule, infraction, className(game, usual), ...sorts, ...named.map(({ clause }) => clause), ...named.filter(({ kind }) => kind === 'infraction').map(({ says }) => says)].join(' ');
}

/** The clauses that name it. */
export const naming = (game: OpenGame, infraction: string): Clause[] => (rulebookOf(game).clauses as Naming[]).filter((one) => one.infraction === infraction || one.infractions?.includes(infraction));

type Naming = Clause & { infraction?: string; infractions?: string[] };

/** Its words, without accents and in small letters: "Délai 5.E.2.a" has "delai" and "5.e.2.a". */
const wordsOf = (text: string): string[] => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(/[^\p{L}\p{N}.]+/u).map((word) => word.replace(/^\.+|\.+$/g, '')).filter(Boolean);

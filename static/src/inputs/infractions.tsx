// The rulebook's infractions in the rulebook's order: common ones large, all others under them. Searching leaves out, never re-sorts.
import { useState } from 'preact/hooks';
import { useGame } from '../game_screen/open';
import { infractionsOf, type Infraction } from '../game_screen/reading';
import { className } from '../game_screen/wording';
import { t } from '../words/t';

interface Props { pick(infraction: Infraction): void; due?: Infraction | undefined; disabled?: boolean; chosen?: string | undefined }

export function Infractions({ pick, due, disabled = false, chosen }: Props) {
  const game = useGame();
  const infractions = infractionsOf(game);
  const [sought, setSought] = useState('');
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (one: Infraction) => words.every((part) => `${one.name} ${one.abbreviation ?? ''}`.toLowerCase().includes(part));
  const button = (one: Infraction) => (
    <button key={one.infraction} type="button" class="button infraction" aria-pressed={chosen === undefined ? undefined : chosen === one.infraction} disabled={disabled} onClick={() => pick(one)}>
      {one.name}
      {one.class !== 'minor' && <span class="button__detail">{className(game, one.class)}</span>}
    </button>
  );
  const common = infractions.filter((one) => one.common && fits(one));
  const others = infractions.filter((one) => !one.common && fits(one));
  return (
    <div class="infractions">
      {due && <section><h3 class="who__team">{t('penalty.due')}</h3><div class="pairs">{button(due)}</div></section>}
      <div class="pairs">{common.map(button)}</div>
      <label class="search">
        <span class="visually-hidden">{t('penalty.search')}</span>
        <input class="input" type="search" autocomplete="off" placeholder={t('penalty.search')} value={sought} onInput={(event) => setSought(event.currentTarget.value)} />
      </label>
      <div class="pairs">{others.map(button)}</div>
      {!common.length && !others.length && <p class="quiet" role="status">{t('search.nothing')}</p>}
    </div>
  );
}

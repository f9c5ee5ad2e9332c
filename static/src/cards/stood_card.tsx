// The game as it stood once a call had been logged: score, time, who sat, what was to be done. From there to the next call, and back.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { OpenGame } from '../game';
import { minutes } from '../game_screen/clock_words';
import { grouped } from '../game_screen/flag_list';
import { openFlags } from '../game_screen/flags';
import { Open, useGame } from '../game_screen/open';
import { sides, subjectOf } from '../game_screen/people';
import { callsOf, type SheetView } from '../game_screen/reading';
import { Sentence } from '../game_screen/sentence';
import { callLine, className, officialName, periodName, timeOf } from '../game_screen/wording';
import { Sheet } from '../inputs/sheet';
import { openSheet } from '../screens/route';
import { catalogued, t } from '../words/t';
import en from '../words/stood.en.json';

const ours = catalogued(en, 'stood');

export function StoodCard({ id }: { id: string }) {
  const game = useGame();
  const [sheet, setSheet] = useState<SheetView | null>(null);
  const calls = callsOf(game);
  const place = calls.findIndex((call) => call.id === id);
  useEffect(() => {
    let wanted = true;
    void game.asOf(id).then((then) => { if (wanted) setSheet(then as unknown as SheetView); }, () => undefined);
    return () => { wanted = false; };
  }, [id, calls]);
  const past = useMemo(() => sheet && ({ ...game, id: game.id, packet: game.packet, decides: game.decides, calls: { value: calls.slice(0, place + 1) }, sheet: { value: sheet } } as unknown as OpenGame), [sheet]);
  if (place < 0) return <Sheet title={t('call.title')}><p>{t('call.unknown')}</p></Sheet>;
  const step = (by: number) => {
    const to = calls[place + by];
    return <button type="button" class="button button--team" disabled={!to} onClick={() => to && openSheet('stood', to.id)}>{ours.t(by < 0 ? 'before' : 'after')}</button>;
  };
  return (
    <Sheet tall title={t('stood.title')} foot={<div class="pair">{step(-1)}{step(1)}</div>}>
      {past ? <Open.Provider value={past}><AsItStood /></Open.Provider> : <p role="status">{t('loading')}</p>}
    </Sheet>
  );
}

function AsItStood() {
  const game = useGame();
  const sheet = game.sheet.value as unknown as SheetView;
  const last = callsOf(game).at(-1)!;
  const flags = grouped(openFlags(game));
  return (
    <>
      <p class="call-line">{ours.t('once', { call: callLine(game, last) })}</p>
      <p class="quiet num">{[periodName(last.period), last.clock?.replace(/^0/, ''), officialName(game, last.made_by), timeOf(game, last.made_at)].filter(Boolean).join(' · ')}</p>
      <p class="final">
        {sides(game).map((side) => (
          <span key={side.key} class="final__team">
            <span>{side.name}</span>
            <span class="figure">{sheet.score[side.key] ?? 0}{sheet.shootout && <span class="board__shootout">({sheet.shootout[side.key] ?? 0})</span>}</span>
            <span class="board__fouls num">{t('board.penalties', { n: sheet.tallies.teams[side.key]?.penalties ?? 0 })}</span>
          </span>
        ))}
      </p>
      <section>
        <h3 class="who__team">{t('box.label')}</h3>
        {!sheet.box.length && <p>{ours.t('nobody')}</p>}
        <ul>{sheet.box.map((one, place) => <li key={place} class="box__row"><span><strong>{subjectOf(game, { ...one, team: one.team ?? '' })}</strong> {className(game, one.class)}</span> <span class="box__left num">{one.left_s !== null && minutes(one.left_s * 1000)}</span></li>)}</ul>
      </section>
      <section>
        <h3 class="who__team">{t('flags.label')}</h3>
        {!flags.length && <p>{ours.t('nothing')}</p>}
        <ul class="history">{flags.flatMap((group) => group.map((flag) => <li key={flag.key}><Sentence ruling={flag.ruling} /></li>))}</ul>
      </section>
    </>
  );
}

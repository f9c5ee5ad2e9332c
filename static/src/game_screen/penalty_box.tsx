// The penalty box: who sits, for what, and how long still, counted down with the clock. Nothing where nobody
// serves: nobody does once the game is over.
import { useEffect, useState } from 'preact/hooks';
import type { Draft, OpenGame } from '../game';
import { t } from '../words/t';
import { minutes, milliseconds, reading } from './clock_words';
import { isClosed } from './closed';
import { useGame } from './open';
import { subjectOf } from './people';
import { previewed } from './previewed';
import { callsOf, sheetOf, type Served, type SheetView } from './reading';
import { counting } from './standing';
import { wallRules } from './wall_clock';
import { className } from './wording';
import { TeamColour } from './team_colour';

interface Reckoned { of: SheetView; at: string; box: Served[] } // the box as the rules had it at a time of the clock

export function PenaltyBox() {
  const game = useGame();
  const sheet = sheetOf(game);
  const { period, left_ms } = game.clock.state.value;
  const [later, setLater] = useState<Reckoned | null>(null);
  const now: Reckoned | null = later && later.of === sheet ? later : sheet && { of: sheet, at: lastClock(game, period), box: sheet.box };
  const played_s = now?.at ? Math.max(0, Math.round((milliseconds(now.at) - milliseconds(reading(left_ms))) / 1000)) : 0;
  const over = now?.box.some((one) => !one.waits && one.left_s !== null && one.left_s <= played_s) ?? false;
  useEffect(() => {
    if (!over || !sheet) return undefined;
    let wanted = true;
    const at = reading(left_ms); // who is out, and who sits down in their place, is for the rules to say
    void previewed(game, { type: 'note', text: at, clock: at } as Draft).then((next) => { if (wanted && next) setLater({ of: sheet, at, box: next.box }); });
    return () => { wanted = false; };
  }, [over, sheet, now?.at]);
  if (!now?.box.length || isClosed(game) || sheet?.status === 'abandoned') return null;
  return (
    <section class="box" aria-label={t('box.label')}>
      <h2 class="visually-hidden">{t('box.label')}</h2>
      <ul>
        {now.box.map((one, index) => (
          <li key={index} class={`box__row${one.waits ? ' is-waiting' : ''}`}>
            <span class="box__who">{one.team && <TeamColour team={one.team} />} <strong>{subjectOf(game, { ...one, team: one.team ?? '' })}</strong> {className(game, one.class)}</span>
            <span class="box__left num">{one.waits && <span class="box__waits">{t('box.waits')}</span>}{one.left_s !== null && minutes((one.left_s - (one.waits ? 0 : Math.min(played_s, one.left_s))) * 1000)}</span>
          </li>
        ))}
      </ul>
      {wallRules(game) && <p class="box__by">{t('box.by_wall')}</p>}
    </section>
  );
}

/** What the clock showed at the last call: the box of a sheet is as of then. */
function lastClock(game: OpenGame, period: number | string | null): string {
  const last = counting(callsOf(game)).findLast((call) => call.clock !== undefined || call.type === 'period_start');
  return last && last.period === period ? (last.clock ?? '') : '';
}

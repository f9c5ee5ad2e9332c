// A period that ends at a time of day, whatever the game's clock says: told before it comes, and once it has.
import type { OpenGame } from '../game';
import { millisecondsOf } from '../hlc';
import { now_ms } from '../server_time';
import { openSheet } from '../screens/route';
import { t, tn } from '../words/t';
import { warmUpOf } from './counted_down';
import { useNow } from './moment';
import { useGame } from './open';
import { callsOf, rulebookOf } from './reading';
import { Rule } from './rule';
import { counting } from './standing';
import { periodName, timeOf } from './wording';

const TOLD_BEFORE_MS = 600_000;

export interface Limit { period: number; over_ms: number; clause: string }

/** When periods end by the time of day, counted from the warm-up; where nobody logged that, it ended as the first period began. */
export function limitsOf(game: OpenGame): Limit[] {
  const { time_limits, warm_up_s } = rulebookOf(game).screen;
  const calls = counting(callsOf(game));
  const warmUp = warmUpOf(calls);
  const first = warmUp ?? calls.find(({ type }) => type === 'period_start');
  if (!first) return [];
  const began_ms = millisecondsOf(first.hlc ?? '') - (warmUp ? 0 : (warm_up_s ?? 0) * 1000);
  return time_limits.map(({ period, seconds, clause }) => ({ period, clause, over_ms: began_ms + seconds * 1000 }));
}

export function Curfew() {
  const game = useGame();
  useNow();
  const last = counting(callsOf(game)).findLast((call) => call.type === 'period_start' || call.type === 'period_end');
  const limit = limitsOf(game).find(({ period, over_ms }) => last?.type === 'period_start' && last.period === period && over_ms - now_ms() < TOLD_BEFORE_MS);
  if (!limit) return null;
  const minutes = Math.ceil((limit.over_ms - now_ms()) / 60_000);
  const slots = { period: periodName(limit.period), time: timeOf(game, new Date(limit.over_ms).toISOString()) };
  return (
    <div class={`notice notice--${minutes > 0 ? 'wait' : 'act'}`} role="status">
      <p><strong>{minutes > 0 ? tn('curfew.comes', minutes, slots) : t('curfew.over', slots)}</strong> <Rule clause={limit.clause} /></p>
      {minutes <= 0 && <button type="button" class="button" onClick={() => openSheet('clock')}>{t('clock.title')}</button>}
    </div>
  );
}

// The one line under the score: what to signal now, and the count-down that goes with it. Its height never changes.
import { openSheet } from '../screens/route';
import { t, word } from '../words/t';
import { isClosed } from './closed';
import { Countdown } from './countdown';
import { signals } from './flags';
import { useLastMinutes } from './last_minutes';
import { useGame } from './open';
import { teamName } from './people';
import { callsOf, identity, rulebookOf, sheetOf, triggerOf, type Ruling } from './reading';
import { Sentence } from './sentence';
import { counting } from './standing';
import { wonWords } from './won';

/** The signal that matters most when several hold. */
const WEIGHT = ['shootout_won', 'next', 'restart', 'serve', 'warning', 'goal_allowed', 'one_away', 'clock'];

/** How the clock runs by the score: told with the goal that brings it. */
const isOfTheLead = ({ code, reason }: Ruling): boolean => code === 'clock' && (reason === 'lead' || reason === 'last_two_minutes');

export function SignalLine() {
  const game = useGame();
  useLastMinutes(game);
  const held = signals(game).sort((one, other) => WEIGHT.indexOf(one.code) - WEIGHT.indexOf(other.code));
  const top = held[0];
  const others = held.filter((ruling) => ruling !== top);
  const beside = others.find(isOfTheLead) ?? others.find(({ code }) => code === 'restart' || code === 'one_away');
  return (
    <section class="signal" aria-label={t('signal.label')}>
      <div class="signal__words" aria-live="polite">
        {top ? <Held ruling={top} beside={beside} /> : <p class="signal__line quiet">{idle(game)}</p>}
      </div>
      <Countdown />
    </section>
  );
}

function Held({ ruling, beside }: { ruling: Ruling; beside: Ruling | undefined }) {
  return (
    <button type="button" class="signal__button" onClick={() => openSheet('card', identity(ruling))}>
      <span class="signal__line"><Sentence ruling={ruling} /></span>
      {beside && <span class="signal__line signal__second">{beside.says}</span>}
    </button>
  );
}

/** Who was last given the puck, by a call or by a restart. */
function lastWithPuck(game: ReturnType<typeof useGame>): string | null | undefined {
  const restarts = new Map((sheetOf(game)?.rulings ?? []).filter((ruling) => ruling.code === 'restart').map((ruling) => [triggerOf(ruling), ruling.team]));
  const last = counting(callsOf(game)).findLast((call) => call.type === 'possession' || restarts.has(call.id));
  return last && (last.type === 'possession' ? last.team : restarts.get(last.id));
}

function idle(game: ReturnType<typeof useGame>): string {
  const sheet = sheetOf(game);
  if (game.ruling.value === 'failed') return t('ruling.failed');
  if (!sheet) return t('ruling.starting');
  const closed = isClosed(game) && word('status.signed_off');
  const won = wonWords(sheet, (team) => teamName(game, team));
  if (won) return [closed, won].filter(Boolean).join(' · ');
  const puck = lastWithPuck(game);
  if (sheet.status === 'in_play' && puck) return t('signal.puck', { team: teamName(game, puck) });
  if (sheet.status === 'in_play') return t('signal.none');
  return sheet.status === 'scheduled' ? t('signal.before', { rulebook: rulebookOf(game).name }) : word(`status.${sheet.status}`);
}

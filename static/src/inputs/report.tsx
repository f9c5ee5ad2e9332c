// What a report is about: what awaits one, then other penalties and whatever else may be reported, newest first. A tap leads on to
// its text.
import { openFlags } from '../game_screen/flags';
import { useGame } from '../game_screen/open';
import { callsOf, triggerOf } from '../game_screen/reading';
import { counting } from '../game_screen/standing';
import { callLine, typeName } from '../game_screen/wording';
import { openSheet } from '../screens/route';
import { t } from '../words/t';
import { Sheet } from './sheet';

const REPORTED = ['penalty', 'ejection', 'injury', 'refusal', 'protest', 'abandon'];

export function ReportSheet() {
  const game = useGame();
  const awaited = new Set(openFlags(game).filter(({ ruling }) => ruling.code === 'report_required').map(({ ruling }) => triggerOf(ruling)));
  const calls = counting(callsOf(game)).filter(({ type }) => REPORTED.includes(type)).reverse();
  const due = calls.filter(({ id }) => awaited.has(id));
  return (
    <Sheet tall title={typeName('report')}>
      <p class="sheet__lead">{t('report.about')}</p>
      {!calls.length && <p class="quiet">{t('report.none')}</p>}
      <div class="choices">
        {[...due, ...calls.filter((call) => !due.includes(call))].map((call) => (
          <button key={call.id} type="button" class="button button--choice" onClick={() => openSheet('report', call.id)}>
            <span>{callLine(game, call)}{due.includes(call) && <span class="button__detail">{t('report.due')}</span>}</span>
          </button>
        ))}
      </div>
      <p class="quiet">{t('report.others')}</p>
    </Sheet>
  );
}

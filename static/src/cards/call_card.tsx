// One call: what it says, what the rules make of it, what was changed and by whom, and what can be done with it.
import { isAnswered } from '../game_screen/flags';
import { heldWords, refusedWords } from '../game_screen/held';
import { useGame } from '../game_screen/open';
import { callsOf, identity, sheetOf, triggerOf, type CallView } from '../game_screen/reading';
import { standing, type Standing } from '../game_screen/standing';
import { callDetails, callLine, fieldWords, officialName, periodName, timeOf, typeName } from '../game_screen/wording';
import { Sentence } from '../game_screen/sentence';
import { Sheet } from '../inputs/sheet';
import { openSheet } from '../screens/route';
import { practising } from '../practice';
import { account } from '../session';
import { t, word } from '../words/t';

/** Types that nothing can amend, or that say nothing that could be wrong. */
const NOT_AMENDABLE = ['void', 'amend', 'same_event', 'clock', 'done'];

export function CallCard({ id }: { id: string }) {
  const game = useGame();
  const entry = standing(callsOf(game)).find((one) => one.call.id === id);
  if (!entry) return <Sheet title={t('call.title')}><p>{t('call.unknown')}</p></Sheet>;
  const { call, voidedBy } = entry;
  const rulings = (sheetOf(game)?.rulings ?? []).filter((ruling) => triggerOf(ruling) === id && !isAnswered(game, ruling));
  return (
    <Sheet tall title={typeName(call.type)} foot={!voidedBy && (
      <div class="pair">
        <button type="button" class="button button--team" onClick={() => openSheet('void', id)}>{t('call.void')}</button>
        {!NOT_AMENDABLE.includes(call.type) && <button type="button" class="button button--team button--main" onClick={() => openSheet('amend', id)}>{t('call.amend')}</button>}
      </div>
    )}>
      <p class={`call-line${voidedBy ? ' is-void' : ''}`}>{callDetails(game, call).join(' · ')}</p>
      <p class="quiet num">{[periodName(call.period), call.clock?.replace(/^0/, '')].filter(Boolean).join(' · ')}</p>
      <State call={call} />
      {rulings.length > 0 && (
        <section>
          <h3 class="who__team">{t('call.rulings')}</h3>
          <ul class="list">
            {rulings.map((ruling) => (
              <li key={identity(ruling)}>
                <button type="button" class="row" onClick={() => openSheet('card', identity(ruling))}>
                  <span class={`row__says${ruling.overridden ? ' is-void' : ''}`}><Sentence ruling={ruling} /></span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <History entry={entry} />
      <button type="button" class="button button--wide" onClick={() => openSheet('stood', id)}>{t('call.stood')}</button>
      <button type="button" class="button button--wide" onClick={() => openSheet('report', id)}>{t('call.report')}</button>
    </Sheet>
  );
}

function State({ call }: { call: CallView }) {
  const game = useGame();
  const by = officialName(game, call.made_by);
  const phone = call.device && t(call.device === account.value?.device ? 'phone.this' : 'phone.other');
  const seen = call.called_by !== undefined && call.called_by !== call.made_by ? t('call.seen_by', { name: officialName(game, call.called_by as string) }) : '';
  const sent = call.result === 'refused' ? refusedWords(call) : call.result === 'held' ? heldWords(call) : t(practising ? 'call.practice' : call.sent ? 'call.sent' : 'call.not_sent');
  return (
    <>
      <p><strong>{by ? t('call.logged_by', { name: by }) : t('call.logged')}</strong> <span class="quiet num">{[phone, timeOf(game, call.made_at), seen].filter(Boolean).join(' · ')}</span></p>
      <p class="quiet">{sent}</p>
      {call.code === 'not_assigned' && <p class="notice notice--wait">{t('log.not_assigned')}</p>}
    </>
  );
}

/** As it was logged, then each change, in order. */
function History({ entry }: { entry: Standing }) {
  const game = useGame();
  if (!entry.changes.length) return null;
  return (
    <section>
      <h3 class="who__team">{t('call.history')}</h3>
      <ol class="history">
        <li>{t('call.first', { call: callLine(game, entry.logged) })} <span class="quiet num">{timeOf(game, entry.logged.made_at)}</span></li>
        {entry.changes.map((change) => (
          <li key={change.id}>
            {change.type === 'void' ? t('call.was_voided', { reason: change.reason ?? '' }) : Object.entries(change.set ?? {}).map(([field, value]) => t('call.was_changed', { field: word(`field.${field}`), to: fieldWords(game, field, value) })).join(' ')}
            {' '}<span class="quiet num">{[officialName(game, change.made_by), timeOf(game, change.made_at)].filter(Boolean).join(' · ')}</span>
            {change.id === entry.voidedBy && <button type="button" class="button button--quiet" onClick={() => openSheet('void', change.id)}>{t('call.restore')}</button>}
          </li>
        ))}
      </ol>
    </section>
  );
}

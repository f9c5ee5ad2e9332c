// The game on one card, for both captains: score, goals, penalties, who is out. Its digest tells whether two hold the same.
import { digestOf } from '../game_screen/digest';
import { toneOf } from '../game_screen/flags';
import { useGame } from '../game_screen/open';
import { nameOf, sides, teamName } from '../game_screen/people';
import { callsOf, identity, sheetOf, triggerOf, type CallView } from '../game_screen/reading';
import { Sentence } from '../game_screen/sentence';
import { counting } from '../game_screen/standing';
import { wonWords } from '../game_screen/won';
import { callDetails, periodName } from '../game_screen/wording';
import { Sheet } from '../inputs/sheet';
import { catalogued, t, word } from '../words/t';
import en from '../words/summary.en.json';

const ours = catalogued(en, 'summary');

export function SummaryCard() {
  const game = useGame();
  const sheet = sheetOf(game);
  const calls = counting(callsOf(game));
  const allowed = new Set(sheet?.rulings.filter(({ code, overridden }) => code === 'goal_allowed' && !overridden).map(triggerOf));
  const goals = calls.filter(({ id, type, scored }) => allowed.has(id) || (type === 'penalty_shot' && scored));
  const penalties = calls.filter(({ type }) => type === 'penalty');
  const out = (sheet?.rulings ?? []).filter((ruling) => toneOf(ruling) === 'out' && !ruling.overridden);
  return (
    <Sheet tall title={t('summary.title')}>
      <p class="final">
        {sides(game).map((side) => <span key={side.key} class="final__team"><span>{side.name}</span><span class="figure">{sheet?.score[side.key] ?? 0}{sheet?.shootout && <span class="board__shootout">({sheet.shootout[side.key] ?? 0})</span>}</span></span>)}
      </p>
      <p class="sheet__lead">{(sheet && wonWords(sheet, (team) => teamName(game, team))) || word(`status.${sheet?.status ?? 'scheduled'}`)}</p>
      <div class="notice notice--wait">
        <p>{ours.t('digest')} <strong class="digest num">{digestOf(calls)}</strong></p>
        <p>{ours.t('digest_how')}</p>
      </div>
      <Lines title={ours.t('goals')} none={ours.t('no_goals')} calls={goals} words={(call) => [nameOf(game, call.scorer ?? call.shooter), call.type === 'penalty_shot' && t('type.penalty_shot')]} />
      <Lines title={ours.t('penalties')} none={ours.t('no_penalties')} calls={penalties} words={(call) => callDetails(game, call)} />
      {out.length > 0 && (
        <section>
          <h3 class="who__team">{ours.t('out')}</h3>
          <ul class="history">{out.map((ruling) => <li key={identity(ruling)}><Sentence ruling={ruling} /></li>)}</ul>
        </section>
      )}
    </Sheet>
  );
}

function Lines({ title, none, calls, words }: { title: string; none: string; calls: CallView[]; words(call: CallView): (string | false)[] }) {
  return (
    <section>
      <h3 class="who__team">{title}</h3>
      {!calls.length && <p>{none}</p>}
      <ol class="history">
        {calls.map((call) => <li key={call.id}><span class="quiet num">{[periodName(call.period), call.clock?.replace(/^0/, '')].filter(Boolean).join(' · ')}</span> {words(call).filter(Boolean).join(' · ')}</li>)}
      </ol>
    </section>
  );
}

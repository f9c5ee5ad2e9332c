// The calls that look like one event: what, who, when, by whom and on which phone. What is the same of all is said once.
import { account } from '../session';
import { t } from '../words/t';
import { useGame } from './open';
import { callsOf, sheetOf, triggerOf, type CallView, type Ruling } from './reading';
import { isUncounted, toldWords } from './told';
import { callLine, officialName, periodName } from './wording';

export function Lookalikes({ ruling }: { ruling: Ruling }) {
  const game = useGame();
  const phone = (call: CallView) => t(call.device === account.value?.device ? 'phone.this' : 'phone.other');
  const facts = (call: CallView) => [periodName(call.period), call.clock?.replace(/^0/, ''), officialName(game, call.made_by), phone(call)];
  const uncounted = (call: CallView) => sheetOf(game)?.rulings.find((one) => triggerOf(one) === call.id && isUncounted(one));
  const alike = callsOf(game).filter((call) => ruling.because.includes(call.id)).map((call) => ({ call, why: uncounted(call) }));
  const isOneLine = new Set(alike.map(({ call }) => callLine(game, call))).size === 1;
  return (
    <>
      {isOneLine && <p class="flag__call">{callLine(game, alike[0]!.call)}</p>}
      <ul class="history">
        {alike.map(({ call, why }) => <li key={call.id}>{!isOneLine && callLine(game, call)} {why && <strong class="tone-act">{toldWords(why)}</strong>} <span class="quiet num">{facts(call).filter(Boolean).join(' · ')}</span></li>)}
      </ul>
    </>
  );
}

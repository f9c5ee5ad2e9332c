// What is done before the first period, each until it is: who is here, the toss, a look at the phone.
import { practising } from '../practice';
import { go, openSheet } from '../screens/route';
import { t } from '../words/t';
import { isPlayedOut } from './left_to_play';
import { useGame } from './open';
import { sides } from './people';
import { callsOf, rulebookOf, sheetOf } from './reading';
import { counting } from './standing';
import { typeName } from './wording';

export function Before() {
  const game = useGame();
  const calls = counting(callsOf(game));
  const { calls: known } = rulebookOf(game);
  const lacks = (type: string, team?: string) => known.includes(type) && !calls.some((call) => call.type === type && (!team || call.team === team));
  const unchecked = sides(game).filter(({ key }) => lacks('attendance', key));
  const sheet = sheetOf(game);
  if (sheet && (sheet.status === 'signed_off' || isPlayedOut(sheet))) return null; // abandoned before it began
  return (
    <>
      {unchecked[0] && <button type="button" class="button button--wide" onClick={() => openSheet('roster-check', unchecked[0]!.key)}>{t('roster.of', { teams: unchecked.map(({ name }) => name).join(', ') })}</button>}
      {lacks('coin_toss') && <button type="button" class="button button--wide" onClick={() => openSheet('coin-toss')}>{typeName('coin_toss')}</button>}
      {!practising && !calls.length && <button type="button" class="button button--quiet button--wide" onClick={() => go({ screen: 'readiness' })}>{t('ready.look')}</button>}
    </>
  );
}

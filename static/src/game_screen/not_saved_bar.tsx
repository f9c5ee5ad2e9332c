// A call that is not on disk, said in red over all that scrolls until it is, or is on paper.
import type { OpenGame } from '../game';
import { account } from '../session';
import { settled, unsaved } from '../unsaved';
import { t } from '../words/t';
import { useGame } from './open';
import type { CallView } from './reading';
import { callLine, periodName } from './wording';

export function NotSavedBar() {
  const game = useGame();
  const here = unsaved.value.filter((one) => one.game === game.id && one.account === account.value?.account);
  return (
    <>
      {here.map(({ said }) => (
        <div key={said.id} class="not-saved" role="alert">
          <p><strong>{t('not_saved.head')} {t('not_saved.call')}</strong> {lineOf(game, said as CallView)}</p>
          <div class="pair">
            <button type="button" class="button" onClick={() => void game.log(said).catch(() => undefined)}>{t('try_again')}</button>
            <button type="button" class="button" onClick={() => settled(said.id)}>{t('not_saved.on_paper')}</button>
          </div>
        </div>
      ))}
    </>
  );
}

const lineOf = (game: OpenGame, call: CallView): string => [callLine(game, call), call.period !== undefined && periodName(call.period), call.clock].filter(Boolean).join(' · ');

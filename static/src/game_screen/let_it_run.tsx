// A lead at which the official may have the clock run, and one that takes that back: one tap does it, or leaves it as it is.
import type { Draft } from '../game';
import { t } from '../words/t';
import { isPlayedOut, leftToPlay } from './left_to_play';
import { useNow } from './moment';
import { useOneTap } from './one_tap';
import { useGame } from './open';
import { callsOf, sheetOf, triggerOf, type CallView, type Ruling, type SheetView } from './reading';
import { Rule } from './rule';
import { counting } from './standing';
import { wallRules } from './wall_clock';

/** What the rules said last of the clock at the lead, until it is so or was left. */
export function leadAsks({ rulings, timing }: SheetView, calls: CallView[]): Ruling | undefined {
  const last = rulings.findLast(({ code, reason, overridden }) => code === 'clock' && reason === 'lead' && !overridden);
  if (!last || timing !== (last.mode === 'stop' ? 'running' : 'stop')) return undefined;
  return calls.some((call) => call.type === 'done' && call.code === last.code && call.call === triggerOf(last)) ? undefined : last;
}

export function LetItRun() {
  const game = useGame();
  const once = useOneTap();
  const now = useNow();
  const sheet = sheetOf(game);
  const asks = sheet && !isPlayedOut(sheet) && sheet.status !== 'signed_off' ? leadAsks(sheet, counting(callsOf(game))) : undefined;
  if (!asks || (!leftToPlay(game, now) && !wallRules(game))) return null;
  const stops = asks.mode === 'stop';
  const log = (call: object) => once(() => void game.log(call as Draft).catch(() => undefined));
  return (
    <div class={`notice notice--${stops ? 'act' : 'wait'}`} role="status">
      <p><strong>{asks.says}</strong> <Rule clause={asks.clause} /></p>
      <div class="pair">
        <button type="button" class="button" onClick={() => log({ type: 'done', call: triggerOf(asks), code: asks.code })}>{t(stops ? 'timing.leave_running' : 'timing.leave_stop')}</button>
        <button type="button" class="button button--main" onClick={() => log({ type: 'clock', action: stops ? 'stop_time' : 'running_time' })}>{t(stops ? 'timing.stop_time' : 'timing.let_it_run')}</button>
      </div>
    </div>
  );
}

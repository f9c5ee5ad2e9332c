// "What would follow": the rules' answer to a call that is not logged yet.
import { useEffect, useState } from 'preact/hooks';
import type { Draft } from '../game';
import { toneOf, whatFalls, whatFollows } from '../game_screen/flags';
import { useGame } from '../game_screen/open';
import { previewed } from '../game_screen/previewed';
import { identity, sheetOf, type CallView, type Ruling } from '../game_screen/reading';
import { Sentence } from '../game_screen/sentence';
import { callLine } from '../game_screen/wording';
import { useSettling } from '../screens/settling';
import { t } from '../words/t';
import { Ask } from './ask';
import type { Logging, Said } from './logging';
import { usePause } from './pause';

export interface Follows { come: Ruling[]; fall: Ruling[] }

/** What would follow and what would no longer hold, worked out anew whenever the calls change; null while nobody knows. */
export function useFollows(...said: Said[]): Follows | null {
  const game = useGame();
  const [known, setKnown] = useState<{ follows: Follows; of: string } | null>(null);
  const text = said.length ? JSON.stringify(said) : '';
  const sheet = game.sheet.value;
  const pause = usePause();
  useEffect(() => {
    setKnown(null);
    if (!text) return undefined;
    let wanted = true;
    const drafts = (JSON.parse(text) as Said[]).map((one) => ({ id: game.newId(), ...one }) as unknown as Draft);
    const ask = async () => {
      await pause();
      const next = wanted && await previewed(game, ...drafts);
      if (wanted && next) setKnown({ of: text, follows: { come: told(whatFollows(sheetOf(game), next)), fall: told(whatFalls(sheetOf(game), next)) } });
    };
    void ask();
    return () => { wanted = false; };
  }, [text, sheet]);
  return known?.of === text ? known.follows : null; // not for a moment what was answered to something else
}

/** A shot by somebody who may not take it: it is kept, and counts for nothing. */
const isNoShot = (rulings: Ruling[]): boolean => rulings.some(({ code }) => code === 'shooter_ineligible');

/** That the clock stops goes without saying, of a penalty always, else unless it is all that follows. */
function told(rulings: Ruling[]): Ruling[] {
  const rest = rulings.filter(({ code }) => code !== 'clock');
  return rest.length ? rest : rulings.filter(({ reason }) => reason !== 'penalty');
}

/** Said of penalties that cancel out: whoever serves has it said in their ruling whether their team is short. */
export const nobodySits = (follows: Follows | null): string | undefined => (follows && !follows.come.some(({ code }) => code === 'serve') ? t('follows.nobody_sits') : undefined);

/** As many as the strip has room for, the gravest first. */
const SHOWN = 2;
/** As many as are read out before what is grave. */
const ASKED = 4;

/** A strip of fixed height, so that nothing moves when the answer comes. `head`: of what call it is; `also`: what is to know beside it. */
export function FollowStrip({ follows, empty, head = t('follows.head'), also }: { follows: Follows | null; empty: string; head?: string | undefined; also?: string | undefined }) {
  const come = follows?.come ?? [];
  const fall = (follows?.fall ?? []).slice(0, Math.max(0, SHOWN - come.length));
  return (
    <div class="follows" aria-live="polite">
      <p class="follows__head">{follows ? (isNoShot(come) ? t('follows.no_shot') : head) : t('follows.wait')}{come.length > SHOWN && ` · ${t('follows.more', { n: come.length - SHOWN })}`}</p>
      {follows && !come.length && !fall.length && <p class="follows__line">{empty}</p>}
      {come.slice(0, SHOWN).map((ruling) => (
        <p key={identity(ruling)} class={`follows__line tone-${toneOf(ruling)}`}><Sentence ruling={ruling} /></p>
      ))}
      {fall.map((ruling) => (
        <p key={identity(ruling)} class="follows__line"><span class="quiet">{t('follows.falls')}</span> <s>{ruling.says}</s></p>
      ))}
      {also && <p class="follows__line">{also}</p>}
    </div>
  );
}

/** Faults, the one more tap, and "not saved": whatever stands between a tap and the log. */
export function LoggingFoot({ logging }: { logging: Logging }) {
  const game = useGame();
  const { asking, faults, notSaved } = logging;
  useSettling(!!notSaved || faults.length > 0);
  if (notSaved) {
    return (
      <div class="ask ask--out" role="alert">
        <p class="ask__head">{t('not_saved.head')}</p>
        <p>{t('not_saved.what_now')}</p>
        <div class="ask__acts">
          <button type="button" class="button" onClick={logging.withdraw}>{t('cancel')}</button>
          <button type="button" class="button button--main" onClick={() => void logging.confirm()}>{t('try_again')}</button>
        </div>
      </div>
    );
  }
  if (faults.length) {
    return (
      <div class="ask ask--act" role="alert">
        {faults.map((says) => <p key={says}>{says}</p>)}
        <div class="ask__acts"><button type="button" class="button" onClick={logging.withdraw}>{t('fault.change')}</button></div>
      </div>
    );
  }
  if (!asking) return null;
  const follows = told(asking.follows);
  const ends = asking.follows.some((ruling) => toneOf(ruling) === 'out');
  return (
    <Ask tone={ends ? 'out' : 'act'} head={t('ask.head')} yes={t('ask.yes')} busy={logging.busy} confirm={() => void logging.confirm()} withdraw={logging.withdraw}>
      <p class="ask__call">{callLine(game, asking.said as CallView)}</p>
      <p class="quiet">{t(isNoShot(follows) ? 'follows.no_shot' : 'ask.follows')}</p>
      {follows.slice(0, ASKED).map((ruling) => (
        <p key={identity(ruling)}>
          <Sentence ruling={ruling} />
        </p>
      ))}
      {follows.length > ASKED && <p>{t('follows.more', { n: follows.length - ASKED })}</p>}
    </Ask>
  );
}

// From a tap to a call in the log: checked, ruled on in advance, asked about where it ends something, then kept.
import { useRef, useState } from 'preact/hooks';
import type { Draft } from '../game';
import { announce } from '../game_screen/announce';
import { asksFirst } from '../game_screen/flags';
import { useGame } from '../game_screen/open';
import type { CallView, Ruling } from '../game_screen/reading';
import { callLine } from '../game_screen/wording';
import { closeSheet } from '../screens/route';
import { t } from '../words/t';
import { ruledInAdvance, type Foresight, type Said } from './foresight';

export type { Said } from './foresight';

export interface Logging {
  busy: boolean;                    // long enough under way to be shown
  underWay(): boolean;              // from the tap on: what is tapped meanwhile was tapped for the same
  asking: { said: Said; follows: Ruling[] } | null; // waits for one more tap
  doubted: Said | null;             // is asked about before the rules are: `sure` says it
  faults: string[];
  notSaved: Said | null;
  say(said: Said): Promise<boolean>; // log, unless it has to be asked first: whether it was kept
  sure(): Promise<boolean>;
  confirm(): Promise<boolean>;      // log what was asked about
  withdraw(): void;
}

const SAID_TO_BE_BUSY_AFTER_MS = 100;

/**
 * `foresight` answers at once where the rules have been asked already; `then` is done once the call is kept. From the tap to
 * the disk nothing is drawn anew, unless that takes long: on a slow phone drawing takes longer than keeping. `doubt`: whether a
 * call is asked about first. What is withdrawn while the rules are asked is not logged. `first`: what is logged before it, unasked.
 */
export function useLogging({ foresight, doubt, first = [], then = closeSheet }: { foresight?: Foresight; doubt?: ((said: Said) => Promise<boolean>) | undefined; first?: Said[]; then?: () => void } = {}): Logging {
  const game = useGame();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<Logging['asking']>(null);
  const [doubted, setDoubted] = useState<Said | null>(null);
  const [faults, setFaults] = useState<string[]>([]);
  const [notSaved, setNotSaved] = useState<Said | null>(null);
  const underWay = useRef(false);
  const withdrawn = useRef(0);

  const once = async (act: () => Promise<boolean>): Promise<boolean> => {
    if (underWay.current) return false;
    underWay.current = true;
    const slow = setTimeout(() => setBusy(true), SAID_TO_BE_BUSY_AFTER_MS);
    try {
      return await act();
    } finally {
      clearTimeout(slow);
      underWay.current = false;
      setBusy(false);
    }
  };

  const keep = async (said: Said) => {
    const isKept = await game.log(...[...first, said].map((one) => one as unknown as Draft)).then(() => true, () => false);
    navigator.vibrate?.(isKept ? 15 : [80, 60, 80]);
    setNotSaved(isKept ? null : said);
    if (!isKept) return false;
    setAsking(null);
    then();
    announce(t('log.saved', { call: callLine(game, said as CallView) }));
    return true;
  };

  const say = (said: Said, isSure = false) => once(async () => {
    if (faults.length) setFaults([]);
    const draft = { id: game.newId(), ...said };
    const begun = withdrawn.current;
    const isDoubtful = !isSure && (await doubt?.(draft));
    if (withdrawn.current !== begun) return false;
    setDoubted(isDoubtful ? draft : null);
    if (isDoubtful) return false;
    const answer = await (foresight ? foresight(draft) : ruledInAdvance(game, draft));
    if (withdrawn.current !== begun) return false;
    if (!answer.faults.length && !answer.follows.some(asksFirst)) return keep(draft);
    if (answer.faults.length) setFaults(answer.faults);
    else setAsking({ said: draft, follows: answer.follows });
    return false;
  });

  return {
    busy, asking, doubted, faults, notSaved,
    say: (said) => say(said),
    sure: () => say(doubted!, true),
    underWay: () => underWay.current,
    confirm: () => once(() => keep(asking?.said ?? notSaved!)),
    withdraw: () => { withdrawn.current++; setAsking(null); setDoubted(null); setNotSaved(null); setFaults([]); },
  };
}

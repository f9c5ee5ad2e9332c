// The rules are asked about likely calls while the referee still looks for the button, so that the tap itself need not wait.
import { useEffect, useRef } from 'preact/hooks';
import type { Draft, OpenGame } from '../game';
import { whatFollows } from '../game_screen/flags';
import { useGame } from '../game_screen/open';
import { previewed } from '../game_screen/previewed';
import { sheetOf, type CallView, type Ruling } from '../game_screen/reading';
import type { Fault } from '../generated/calls';
import { t } from '../words/t';
import { fieldName } from './call_fields';
import { usePause } from './pause';

export type Said = Partial<CallView> & { type: string };

/** `isKnown`: whether the rules have said it. */
export interface Answer { faults: string[]; follows: Ruling[]; isKnown: boolean }

const NOTHING: Answer = { faults: [], follows: [], isKnown: false };
/** The rules may still be starting: a call is never kept waiting for them longer than this. */
const PATIENCE_MS = 1500;

export type Foresight = (said: Said) => Answer | Promise<Answer>;

/** Asks about `likely` calls one after the other, in their order; what is not known yet is asked at the tap. `typed`: somebody
 * may have typed what makes no sense. */
export function useForesight(likely: Said[], typed = false): Foresight {
  const game = useGame();
  const known = useRef(new Map<string, Answer>());
  const text = likely.map(keyOf).join('\n');
  const sheet = game.sheet.value;
  const pause = usePause();
  useEffect(() => {
    let wanted = true;
    known.current = new Map();
    const ask = async () => {
      if (typed) await pause();
      for (const said of likely) {
        if (!wanted) return;
        const answer = await ruled(game, { id: game.newId(), ...said }, typed).catch(() => null);
        if (wanted && answer) known.current.set(keyOf(said), answer);
      }
    };
    void ask();
    return () => { wanted = false; };
  }, [text, sheet]);
  return (said) => known.current.get(keyOf(said)) ?? ruledInAdvance(game, said, typed);
}

const keyOf = (said: Said): string => JSON.stringify({ ...said, id: undefined });

/** Which field it is about, in the app's words: the rules speak of the call as it was sent, and name people by their ids. */
function faultWords(type: string, { at, key, says }: Fault): string {
  const field = at.split('/').find((part) => part && part !== 'set');
  if (!field) return says;
  const lacks = key === 'fault.team_needed' || key === 'fault.missing';
  return t(lacks ? 'any.lacks' : key?.startsWith('fault.no') ? 'fault.again' : 'fault.of', { field: fieldName(type, field), says });
}

/** What the rules say to a call before it is logged; nothing where they cannot answer in time. */
export async function ruledInAdvance(game: OpenGame, said: Said, typed = true): Promise<Answer> {
  if (game.ruling.value === 'failed' || game.ruling.value === 'starting') return NOTHING;
  const late = new Promise<Answer>((done) => { setTimeout(() => done(NOTHING), PATIENCE_MS); });
  return Promise.race([ruled(game, said, typed).then((answer) => answer ?? NOTHING, () => NOTHING), late]);
}

/** Faults where they are looked for, and what would follow; null where the rules cannot say. */
async function ruled(game: OpenGame, said: Said, typed: boolean): Promise<Answer | null> {
  const draft = said as unknown as Draft;
  const [faults, sheet] = await Promise.all([typed ? game.check(draft) : [], previewed(game, draft)]);
  if (!sheet && !faults.length) return null;
  return { faults: faults.map((fault) => faultWords(said.type, fault)), follows: sheet ? whatFollows(sheetOf(game), sheet) : [], isKnown: true };
}

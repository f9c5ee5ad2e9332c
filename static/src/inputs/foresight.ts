// The rules are asked about likely calls while the referee still looks for the button, so that the tap itself need not wait.
import { useEffect, useRef } from 'preact/hooks';
import type { Draft, OpenGame } from '../game';
import { whatFollows } from '../game_screen/flags';
import { useGame } from '../game_screen/open';
import { previewed } from '../game_screen/previewed';
import { sheetOf, type CallView, type Ruling } from '../game_screen/reading';

export type Said = Partial<CallView> & { type: string };

export interface Answer { faults: string[]; follows: Ruling[] }

const NOTHING: Answer = { faults: [], follows: [] };
/** The rules may still be starting: a call is never kept waiting for them longer than this. */
const PATIENCE_MS = 1500;

export type Foresight = (said: Said) => Answer | undefined;

/** Asks about `likely` calls one after the other, in their order; what is not known yet is asked at the tap. */
export function useForesight(likely: Said[]): Foresight {
  const game = useGame();
  const known = useRef(new Map<string, Answer>());
  const text = likely.map(keyOf).join('\n');
  const sheet = game.sheet.value;
  useEffect(() => {
    let wanted = true;
    known.current = new Map();
    const ask = async () => {
      for (const said of likely) {
        if (!wanted) return;
        const next = await previewed(game, { id: game.newId(), ...said } as unknown as Draft);
        if (wanted && next) known.current.set(keyOf(said), { faults: [], follows: whatFollows(sheetOf(game), next) });
      }
    };
    void ask();
    return () => { wanted = false; };
  }, [text, sheet]);
  return (said) => known.current.get(keyOf(said));
}

const keyOf = (said: Said): string => JSON.stringify({ ...said, id: undefined });

/** What the rules say to a call before it is logged; nothing where they cannot answer in time. */
export async function ruledInAdvance(game: OpenGame, said: Said): Promise<Answer> {
  if (game.ruling.value === 'failed' || game.ruling.value === 'starting') return NOTHING;
  const draft = said as unknown as Draft;
  const answer = Promise.all([game.check(draft), previewed(game, draft)]).then(([faults, sheet]): Answer => ({
    faults: faults.map((fault) => fault.says),
    follows: sheet ? whatFollows(sheetOf(game), sheet) : [],
  }));
  const late = new Promise<Answer>((done) => { setTimeout(() => done(NOTHING), PATIENCE_MS); });
  return Promise.race([answer.catch(() => NOTHING), late]);
}

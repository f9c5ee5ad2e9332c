// Who may not shoot now, or not play at all, before a number is tapped: the rules are asked about everybody's shot.
import { useEffect, useState } from 'preact/hooks';
import type { Draft } from '../game';
import { whatFollows } from '../game_screen/flags';
import { useGame } from '../game_screen/open';
import { previewed } from '../game_screen/previewed';
import { sheetOf, type Ruling } from '../game_screen/reading';
import { word } from '../words/t';
import type { Said } from './foresight';

/**
 * By shooter, of those whose shot would not count (`shooter_ineligible`) or who may not play (`ineligible`: a goal would count
 * all the same), the ruling that says why; null while nobody knows. `shots`: one of everybody.
 */
export function useWhoMayNotShoot(shots: (Said & { shooter: string })[]): ReadonlyMap<string, Ruling> | null {
  const game = useGame();
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Ruling> | null>(null);
  const text = JSON.stringify(shots);
  const sheet = game.sheet.value;
  useEffect(() => {
    let wanted = true;
    setRefusals(null);
    const ask = async () => {
      const found = new Map<string, Ruling>();
      for (const shot of shots) {
        if (!wanted) return;
        const next = await previewed(game, { id: game.newId(), ...shot } as unknown as Draft);
        if (!next) return; // nobody knows, and nobody says that a goal would count
        const follows = whatFollows(sheetOf(game), next);
        const refusal = follows.find((ruling) => ruling.code === 'shooter_ineligible') ?? follows.find((ruling) => ruling.code === 'ineligible' && ruling.player === shot.shooter);
        if (refusal) found.set(shot.shooter, refusal);
      }
      if (wanted) setRefusals(found);
    };
    void ask();
    return () => { wanted = false; };
  }, [text, sheet]);
  return refusals;
}

/** What fits under a number; null for whoever may shoot. */
export const mayNotWords = (refusal: Ruling | undefined): string | null => (refusal ? word(`may_not.${refusal.reason ?? ''}`) : null);

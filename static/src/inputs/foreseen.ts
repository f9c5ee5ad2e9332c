// What a penalty would bring, infraction by infraction, before one is tapped. The rules tell infractions apart by their class and by
// the clauses that name them: one of each sort is asked about, one after the other, and none while a finger is down, since the
// tap's own question would wait for it.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Draft, OpenGame } from '../game';
import { whatFollows } from '../game_screen/flags';
import { useGame } from '../game_screen/open';
import { previewed } from '../game_screen/previewed';
import { callsOf, infractionsOf, rulebookOf, sheetOf, type Infraction, type Ruling } from '../game_screen/reading';
import { counting } from '../game_screen/standing';
import { naming } from './infractions';
import type { Said } from './logging';
import { isGrave } from './nobody_named';

/** Somebody would be out; the other team would have a penalty shot. */
export type Mark = 'out' | 'shot';

/** Whoever knows their infraction has tapped it by then. */
const BEGINS_AFTER_MS = 500;
/** From a finger's coming down until its tap is answered, or was none. */
const HOLDS_MS = 1_000;

const markOf = (follows: Ruling[]): Mark | null => (follows.some(isGrave) ? 'out' : follows.some(({ code }) => code === 'penalty_shot') ? 'shot' : null);

/** Marks by infraction, all at once when all are known. `said`: the call with an infraction, as soon as it is `ready`. `hold`: a finger has come down. */
export function useForeseen(said: (infraction: string) => Said, ready: boolean): { marks: ReadonlyMap<string, Mark>; hold(): void } {
  const game = useGame();
  const [marks, setMarks] = useState<ReadonlyMap<string, Mark>>(new Map());
  const held_ms = useRef(0);
  const text = ready ? JSON.stringify({ ...said(''), id: undefined }) : '';
  useEffect(() => {
    setMarks(new Map());
    if (!ready) return undefined;
    let wanted = true;
    const ask = async () => {
      const found = new Map<string, Mark>();
      held_ms.current = performance.now() + BEGINS_AFTER_MS;
      for (const alike of sorts(game)) {
        for (let wait_ms; wanted && (wait_ms = held_ms.current - performance.now()) > 0;) await new Promise((done) => { setTimeout(done, wait_ms); });
        const next = wanted && await previewed(game, { ...said(alike[0]!.infraction), id: game.newId() } as unknown as Draft);
        if (!next) return;
        const mark = markOf(whatFollows(sheetOf(game), next));
        if (mark) alike.forEach(({ infraction }) => found.set(infraction, mark));
      }
      if (wanted) setMarks(found);
    };
    void ask();
    return () => { wanted = false; };
  }, [text, game.sheet.value]);
  return { marks, hold: () => { held_ms.current = performance.now() + HOLDS_MS; } };
}

/** Infractions of one class that the same clauses name; what was called before is a sort of its own, since some clauses count it. */
function sorts(game: OpenGame): Infraction[][] {
  const { clauses } = rulebookOf(game);
  const called = new Set(counting(callsOf(game)).map(({ infraction }) => infraction));
  const found = new Map<string, Infraction[]>();
  for (const one of infractionsOf(game)) {
    const named = naming(game, one.infraction).filter(({ kind }) => kind !== 'infraction'); // that one says what it is called
    const sort = called.has(one.infraction) ? one.infraction : [one.class, ...named.map((clause) => clauses.indexOf(clause))].join();
    found.set(sort, [...(found.get(sort) ?? []), one]);
  }
  return [...found.values()];
}

// A ruling as an official signals it: who and what, why, and the clause.
import type { Ruling } from './reading';
import { Rule } from './rule';
import { saysOf } from './wording';

export function Sentence({ ruling }: { ruling: Ruling }) {
  const [what, why] = saysOf(ruling);
  return <><strong class="flag__who">{what}</strong> {why} <Rule clause={ruling.clause} /></>;
}

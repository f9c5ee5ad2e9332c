// A clause's name, marked so that "Penalties 4" is not read as a count. A base's clauses stand in no league's document: they are
// called what every referee calls them, the general rules.
import { t } from '../words/t';

/** What rests on no clause of the rulebook. */
const NO_CLAUSE = 'General';

const OF_A_BASE = /^Base: /;

/** "§ Penalties 4", "General rules: goals"; '' where no clause is named. */
export function ruleName(clause: string): string {
  if (!clause || clause === NO_CLAUSE) return '';
  return OF_A_BASE.test(clause) ? t('rule.of_a_base', { what: clause.replace(OF_A_BASE, '') }) : t('rule', { clause });
}

export const Rule = ({ clause }: { clause: string }) => (ruleName(clause) ? <span class="clause">{ruleName(clause)}</span> : null);

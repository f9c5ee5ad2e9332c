// A clause's name, marked so that "Penalties 4" is not read as a count.
import { t } from '../words/t';

/** What rests on no clause of the rulebook. */
const NO_CLAUSE = 'General';

/** "§ Penalties 4"; '' where no clause is named. */
export const ruleName = (clause: string): string => (clause && clause !== NO_CLAUSE ? t('rule', { clause }) : '');

export const Rule = ({ clause }: { clause: string }) => (ruleName(clause) ? <span class="clause">{ruleName(clause)}</span> : null);

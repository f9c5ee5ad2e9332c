// What the rules made of a call, as it is told with the call itself: in the log, and beside Undo where it does not count.
import { t, word } from '../words/t';
import type { Ruling } from './reading';
import { ruleName } from './rule';
import { capital } from './wording';

/** Rulings that are told with the call that brought them. */
export const TOLD = ['goal_disallowed', 'penalty_shot', 'player_ejected', 'goalie_disqualified', 'team_disqualified', 'denied', 'shooter_ineligible', 'staff_ejected', 'ineligible'];

/** By these the call counts for nothing. */
const UNCOUNTED = ['goal_disallowed', 'denied', 'shooter_ineligible'];

export const isUncounted = ({ code, overridden }: Ruling): boolean => UNCOUNTED.includes(code) && !overridden;

/** "No goal · § 5.D.1". */
export const toldWords = (ruling: Ruling): string =>
  [capital(word(`ruling.${ruling.code}`)), ruleName(ruling.clause), ruling.overridden && t('log.overridden')].filter(Boolean).join(' · ');

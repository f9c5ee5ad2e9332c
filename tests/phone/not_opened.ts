// What opens a game and what says why it did not, in one bundle.
export * as database from '../../static/src/database';
export { openGame } from '../../static/src/game';
export * as session from '../../static/src/session';
export { whyNotOpened } from '../../static/src/screens/why_not_opened';

// What a page for practice runs, in one bundle.
export { openGame } from '../../static/src/game';
export * as games from '../../static/src/practice_games';
export { poke } from '../../static/src/sync';

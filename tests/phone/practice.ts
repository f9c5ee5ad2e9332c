// What a page for practice runs, in one bundle.
export { openGame } from '../../static/src/game';
export * as games from '../../static/src/practice_games';
export { poke } from '../../static/src/sync';
export { changeWall, wallRules } from '../../static/src/game_screen/wall_clock';
export { ofGame } from '../../static/src/remembered';
export { notSaved, unsaved } from '../../static/src/unsaved';

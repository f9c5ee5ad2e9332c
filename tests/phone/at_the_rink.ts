// What the game's screen makes of the log for clock and count-downs, in one bundle.
export * as clockFace from '../../static/src/clock_face';
export { countedDown } from '../../static/src/game_screen/counted_down';
export { limitsOf } from '../../static/src/game_screen/curfew';

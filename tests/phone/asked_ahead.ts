// Who asks the rules about calls that are not logged, in one bundle: they wait for each other.
export { newly } from '../../static/src/game_screen/last_minutes';
export { ruledInAdvance } from '../../static/src/inputs/foresight';

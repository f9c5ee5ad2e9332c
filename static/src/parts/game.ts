// One bundle: the game, and whatever is opened over it.
export { GameScreen } from '../screens/game';

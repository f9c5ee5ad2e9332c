// One bundle: where a game to practise on is chosen.
export { PracticeScreen } from '../screens/practice';

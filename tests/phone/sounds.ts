// What is heard, and when.
export { isChange } from '../../static/src/game_screen/change_buzzer';
export { signalled } from '../../static/src/game_screen/sounds';

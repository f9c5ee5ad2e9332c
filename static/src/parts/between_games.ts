// One bundle: the screens that are seen before and between games.
export { JoinScreen } from '../screens/join';
export { LostLogScreen } from '../screens/lost_log';
export { NoticesScreen } from '../screens/notices';
export { ReadinessScreen } from '../screens/readiness';
export { ReadyRow } from '../screens/ready_row';
export { WelcomeScreen } from '../screens/welcome';

// One bundle: how a game leaves a phone, or comes to it, without a network. The codes and the packing weigh the most.
export { SignOutScreen } from '../screens/sign_out';
export { HandOverSheet } from '../transfer/hand_over';
export { TakeScreen } from '../transfer/take';

// The phone's own reading of a log, for the judge: which calls count, the sheet and the clock, by the app's code.
export { lastSet } from '../../static/src/clock_face';
export { counted } from '../../static/src/counted';
export { startEngine } from '../../static/src/engine';

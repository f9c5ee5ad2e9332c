// What a phone in Node is made of, in one bundle.
import { openDB } from 'idb';
import { upgrade, VERSION } from '../../static/src/stores';

export { jump, takeOver } from './host';
export { obey } from './phone';

/** The phone's database in its present shape, as the app itself opens it. */
export const openDatabase = () => openDB('rinkside', VERSION, { upgrade: upgrade as never });

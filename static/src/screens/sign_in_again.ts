// Where somebody whom the server no longer knows signs in again: a substitute has no password, and joins by a code.
import { account, isSubstitute } from '../session';
import { go } from './route';

export const signInAgain = (): void => go({ screen: account.value && isSubstitute(account.value) ? 'join' : 'sign-in' });

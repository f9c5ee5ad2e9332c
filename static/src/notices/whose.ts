// Whose notices this device shows. A browser has one subscription, for pages and the referee's app alike, which two people
// may be signed in to: it is told anew for whoever turned it on, and goes to another by a tap alone.
const WHOSE = 'notices of';
const IN_APP = 'app of ';
const TOLD = 'notices told';

const teller = (account: string, inApp: boolean) => (inApp ? IN_APP + account : account);
const whose = () => localStorage.getItem(WHOSE) ?? '';

/** Whether notices here are the account's. Pages tell of whoever signs in to them, unless somebody's app has them; the app
 * tells of nobody who has not asked. */
export const areOf = (account: string, inApp: boolean): boolean =>
  whose() === teller(account, true) || (inApp ? whose() === account : !whose().startsWith(IN_APP));

/** The account has just turned them on. */
export const turnedOn = (account: string, inApp: boolean): void => localStorage.setItem(WHOSE, teller(account, inApp));

export const turnedOff = (): void => {
  localStorage.removeItem(WHOSE);
  sessionStorage.removeItem(TOLD);
};

/** Whether the server was told of the account's subscription since this window was opened. */
export const isTold = (account: string, inApp: boolean): boolean => sessionStorage.getItem(TOLD) === teller(account, inApp);

export function wasTold(account: string, inApp: boolean): void {
  sessionStorage.setItem(TOLD, teller(account, inApp));
  if (!whose().startsWith(IN_APP)) localStorage.setItem(WHOSE, account);
}

/** The account signs out of the app: what it turned on there ends, without a network too. Pages keep theirs. */
export async function signedOutOfApp(account: string): Promise<void> {
  sessionStorage.removeItem(TOLD);
  if (whose() !== teller(account, true)) return;
  localStorage.removeItem(WHOSE);
  await (await subscription())?.unsubscribe();
}

export async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

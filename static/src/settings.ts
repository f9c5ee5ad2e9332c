// Small things that this phone remembers beside the log.
import type { Lost } from './lost_log';
import { transact } from './database';

export interface Settings {
  account: string | null; // who is signed in
  offset_ms: number;      // server's clock less the phone's
  epoch: string;          // the server's database: another one after a restore
  lost: Record<string, Lost[]>; // by account, calls that never reached the server, and nobody has seen to yet
  probe: number;
}

export async function kept<Name extends keyof Settings>(name: Name): Promise<Settings[Name] | undefined> {
  return transact(['settings'], 'readonly', (tx) => tx.objectStore('settings').get(name) as Promise<Settings[Name] | undefined>);
}

export async function keep<Name extends keyof Settings>(name: Name, value: Settings[Name]): Promise<void> {
  await transact(['settings'], 'readwrite', (tx) => tx.objectStore('settings').put(value, name));
}

/** Change what is kept, whatever another tab does meanwhile. */
export async function change<Name extends keyof Settings>(name: Name, to: (before: Settings[Name] | undefined) => Settings[Name]): Promise<void> {
  await transact(['settings'], 'readwrite', async (tx) => {
    const settings = tx.objectStore('settings');
    await settings.put(to((await settings.get(name)) as Settings[Name] | undefined), name);
  });
}

// How many calls of each game this phone still owes, for the list of games.
import { effect, signal } from '@preact/signals';
import { unsentOf } from '../log';
import { account } from '../session';
import { status } from '../sync';

export const unsentByGame = signal<Record<string, number>>({});

effect(() => {
  const identity = account.value;
  if (!identity || !status.value) return;
  void unsentOf(identity.account).then((records) => {
    const counts: Record<string, number> = {};
    for (const { game } of records) counts[game] = (counts[game] ?? 0) + 1;
    unsentByGame.value = counts;
  }, () => undefined);
});

// A phone as the faults drive it: the app's own storage and sync, taps that come in as commands. The same in Node and in Chromium.
import { Offline } from '../../static/src/request';
import { append, recordsOf, unsentOf } from '../../static/src/log';
import { inOrder } from '../../static/src/order';
import { keptPacket, refreshPacket } from '../../static/src/packets';
import { agree } from '../../static/src/put_back';
import { recallOffset } from '../../static/src/server_time';
import { account, joinByCode, latestIdentity, recallSession, signIn } from '../../static/src/session';
import { drain, follow, poke, startSync, status } from '../../static/src/sync';
import { tryStuck } from '../../static/src/sync_round';
import { keepParcel, sendForOthers } from '../../static/src/transfer/keep';
import { packed, parcelOf, unpacked } from '../../static/src/transfer/parcel';
import type { Draft } from '../../static/src/generated/calls';

type Command = Record<string, unknown> & { do: string; said?: (line: object) => void };

const doing: Record<string, (command: any) => Promise<object>> = {
  /** Cold start: whoever was signed in is, what the log lost is put back, the game is followed, and where `loop` is set sync runs by itself. */
  async start({ game, loop }: { game: string; loop: boolean }) {
    await agree().catch(() => undefined);
    await Promise.all([recallOffset(), recallSession()]);
    follow(game);
    if (loop) startSync();
    return { account: account.value?.account ?? null };
  },

  async sign_in({ username, password }: { username: string; password: string }) {
    await signIn(username, password);
    return { account: account.value!.account, device: account.value!.device };
  },

  /** As a substitute, by a game's code. */
  async join({ code, name }: { code: string; name: string }) {
    await joinByCode(code, name);
    return { account: account.value!.account, device: account.value!.device };
  },

  async packet({ game }: { game: string }) {
    await refreshPacket((await latestIdentity())!, game);
    return {};
  },

  /** Log one call. It answers once the phone would say "saved". */
  async tap({ game, call }: { game: string; call: Draft & { id: string } }) {
    const { call: { device, n } } = await append({ account: account.value!.account, game, packet: 'sha256:faults', app: 'faults' }, call);
    return { saved: call.id, device, n };
  },

  /** Until the second copy of what is unsent holds all of it. */
  async agree() {
    await agree();
    return {};
  },

  /** As where somebody taps "Send now". */
  async drain() {
    tryStuck();
    await drain();
    const { state, unsent, refusal } = status.value;
    return { state, unsent, refusal };
  },

  /** What the app does when somebody comes back to it: its own loop does the rest, when its waits are over. */
  async poke() {
    poke();
    return { state: (await latestIdentity())?.token ? 'poked' : 'signed_out' };
  },

  /** A game's packet and log for another phone, as a film or a file carries them. */
  async hand_over({ game }: { game: string }) {
    return { parcel: Array.from(packed(await parcelOf((await latestIdentity())!, game))) };
  },

  /** What another phone handed over. */
  async take({ parcel }: { parcel: number[] }) {
    return { ...await keepParcel((await latestIdentity())!, unpacked(Uint8Array.from(parcel))) };
  },

  /** Somebody says that the phone is lost whose calls came by hand: they are sent from here. */
  async send_for_others({ game }: { game: string }) {
    await sendForOthers((await latestIdentity())!, game);
    return {};
  },

  /** What this phone holds of a game, in the order in which it shows it, the packet it rules with, and whose phone it is. */
  async held({ game }: { game: string }) {
    const identity = await latestIdentity();
    if (!identity) return { device: null, records: [], packet: null, unsent: 0 };
    const [records, packet, unsent] = await Promise.all([recordsOf(identity.account, game), keptPacket(identity.account, game), unsentOf(identity.account)]);
    records.sort((a, b) => inOrder(a.call, b.call));
    return { device: identity.device, records, packet: packet ?? null, unsent: unsent.length, head: identity.token !== null };
  },
};

/** Do what a command says; what goes wrong is told, not thrown. */
export async function obey(command: Command): Promise<object> {
  try {
    return await doing[command.do]!(command);
  } catch (error) {
    return { failed: String(error), offline: error instanceof Offline };
  }
}

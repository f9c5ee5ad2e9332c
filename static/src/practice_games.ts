// The games to practise on, one a rulebook, as the build made them of the rulebooks themselves. One that is begun is in the
// database for practice; begun anew, it is as nobody had touched it.
import { randomId } from './call_id';
import { announce } from './changes';
import { transact } from './database';
import { recallGames } from './games';
import { forgetGame } from './remembered';
import { keep } from './settings';
import { recallSession } from './session';
import type { GameRow, Packet, Stage } from './generated/calls';
import type { Identity } from './stores';
import { spoken } from './words/language';

/** What build.mjs made: by language, where its file is. */
declare const PRACTICE: Record<string, string>;

type WhenAndWhere = 'starts_at' | 'starts_local' | 'timezone' | 'rink';

/** `stages`, `divisions`: those in which it can be played. */
export interface PracticeGame { packet: Omit<Packet, WhenAndWhere>; teams: [GameRow['home'], GameRow['away']]; stages: Stage[]; divisions: string[] }

/** How a game is played: `division` empty where the rulebook names none of it. */
export interface Played { stage: Stage; division: string }

/** One that was begun, and how many calls it has. */
export interface Begun extends Played { calls: number }

/** By rulebook, in the reader's language. Rejects where the file is not here and cannot be had. */
export async function practiceGames(): Promise<Record<string, PracticeGame>> {
  const response = await fetch(PRACTICE[spoken.value.language] ?? PRACTICE.en!);
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as Record<string, PracticeGame>;
}

/** The games that were begun, by their ids. */
export async function begun(): Promise<Map<string, Begun>> {
  return transact(['packets', 'calls'], 'readonly', async (tx) => {
    const calls = await tx.objectStore('calls').getAll();
    return new Map((await tx.objectStore('packets').getAll()).map(({ game, packet }) => {
      const { stage, division = '' } = packet.game_file.game;
      return [game, { stage, division, calls: calls.filter((one) => one.game === game).length }];
    }));
  });
}

/** Put the game there as it stands before the first call; answers its id. */
export async function begin({ packet, teams: [home, away] }: PracticeGame, { stage, division }: Played): Promise<string> {
  const { officials: [you], game_file, label } = packet;
  const game = { ...game_file.game, stage, ...(division && { division }) };
  const { id } = game;
  const account = you!.account;
  const now = new Date();
  const when = { starts_at: now.toISOString(), starts_local: now.toLocaleString('sv').slice(0, 16).replace(' ', 'T'), timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, rink: '' };
  const row: GameRow = { id, label, competition: label, stage, home, away, ...when, status: 'scheduled', duty: 'referee', head: true, score: null };
  await transact(['identities', 'packets', 'calls', 'heads'], 'readwrite', async (tx) => {
    const device = (await tx.objectStore('identities').get(account))?.device ?? randomId();
    const identity: Identity = { account, name: you!.name, language: null, roles: ['referee'], device, token: 'practice' };
    await tx.objectStore('identities').put(identity);
    const calls = await tx.objectStore('calls').index('game').getAllKeys([account, id]);
    await Promise.all(calls.map((key) => tx.objectStore('calls').delete(key)));
    await tx.objectStore('heads').delete([identity.device, id]);
    await tx.objectStore('packets').put({ account, game: id, packet: { ...packet, game_file: { ...game_file, game }, ...when }, etag: null, row });
  });
  forgetGame(id);
  await keep('account', account);
  await recallSession();
  await recallGames(account);
  announce(id, 'packet');
  announce(id, 'anew');
  return id;
}

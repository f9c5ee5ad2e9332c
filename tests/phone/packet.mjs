// Packets for the tests: the half-sheet tournament as the server would send it, rulebook and words as they stand in the tree.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ROOT } from './bundled.mjs';

const python = process.env.PYTHON ?? (existsSync(`${ROOT}.venv/bin/python`) ? `${ROOT}.venv/bin/python` : 'python3');
const asJson = 'import json; from webapp.rulebooks.reader import load; from webapp.rulebooks.words import words; print(json.dumps([load("half-sheet-3v3"), words("en")]))';
const [rulebook, words] = JSON.parse(execFileSync(python, ['-c', asJson], { cwd: ROOT, encoding: 'utf8' }));

const players = (letter, numbers) => numbers.map((number) => ({ id: `${letter}${number}`, number: String(number), name: `${letter} ${number}`, position: 'skater' }));

/** A game of Red and Blue; `earlier`: the games before it as the server knows them. */
export function packetOf(game, { starts_at = new Date().toISOString(), earlier = [], head = true, stage = 'final', others = [] } = {}) {
  return {
    game_file: {
      rulebook: 'half-sheet-3v3', game: { id: game, stage, home: 'RED', away: 'BLU' },
      teams: { RED: { name: 'Red', players: players('R', [4, 7, 9, 11]), staff: [] }, BLU: { name: 'Blue', players: players('B', [2, 5, 8, 10]), staff: [] } },
      goalies: [{ id: 'G1', name: 'Goalie one', level: '10U' }], history: { players: {}, goalies: {}, teams: {} },
    },
    rulebook, words, earlier, officials: [{ account: 'pat', name: 'Pat', duty: 'referee', head }, ...others],
    label: `Game ${game}`, starts_at, starts_local: '', timezone: 'UTC', rink: 'North', made_from: { rulebook: rulebook.digest, roster: `sha256:roster of ${game}` }, cursor: 0, digest: `sha256:${game}`,
  };
}

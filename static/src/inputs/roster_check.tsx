// Before the game: who is here, who may not play, whose number is there twice, who is captain, and whether they are as many as
// the rulebook wants. What is found becomes an attendance call for each team.
import { useMemo, useState } from 'preact/hooks';
import { onChange } from '../changes';
import type { OpenGame } from '../game';
import { useGame } from '../game_screen/open';
import { sides, struck, type Side } from '../game_screen/people';
import { callsOf, historyOf, rulebookOf, type Clause, type Player } from '../game_screen/reading';
import { Rule } from '../game_screen/rule';
import { counting } from '../game_screen/standing';
import { TeamColour } from '../game_screen/team_colour';
import { WhoIsOut } from '../game_screen/who_is_out';
import { openSheet } from '../screens/route';
import { catalogued, t } from '../words/t';
import en from '../words/roster_check.en.json';
import { LoggingFoot } from './follows';
import { useLogging, type Said } from './logging';
import { Sheet } from './sheet';

const ours = catalogued(en, 'roster_check');

type Limits = Clause & Record<'players_at_least' | 'players_at_most' | 'skaters_at_least' | 'skaters_at_most' | 'goalies_at_least' | 'goalies_at_most' | 'at_least', number | undefined> & { numbers_once?: boolean; reason?: string };

interface Draft { absent: string[]; captains: string[] }

/** What was ticked and not logged, by game and team: while the other team or somebody new is looked at. */
const drafts = new Map<string, Draft>();

onChange(({ game, of }) => { if (of === 'anew') [...drafts.keys()].filter((place) => place.startsWith(`${game}/`)).forEach((place) => drafts.delete(place)); });

const suspended = (game: OpenGame, id: string): number => historyOf(game).players?.[id]?.suspended_games_left ?? 0;

/** What was said last of who of a team is here. */
const attendanceOf = (game: OpenGame, team: string) => counting(callsOf(game)).findLast((call) => call.type === 'attendance' && call.team === team);

export function RosterCheckSheet({ team }: { team: string }) {
  const game = useGame();
  const both = sides(game);
  const side = both.find(({ key }) => key === team) ?? both[0];
  return (
    <Check key={side.key} side={side} tabs={(
      <div class="pair" role="group" aria-label={t('team')}>
        {both.map(({ key, name }) => (
          <button key={key} type="button" class="button button--team" aria-pressed={key === side.key} onClick={() => openSheet('roster-check', key)}>
            <span><TeamColour team={key} /> {name}</span>
            {attendanceOf(game, key) && <span class="button__detail">{ours.t('checked')}</span>}
          </button>
        ))}
      </div>
    )} />
  );
}

function Check({ side, tabs }: { side: Side; tabs: preact.ComponentChildren }) {
  const game = useGame();
  const id = useMemo(() => game.newId(), []);
  const before = attendanceOf(game, side.key);
  const place = `${game.id}/${side.key}`;
  const isHereAtFirst = ({ id }: Player) => (before?.['players'] as string[] | undefined)?.includes(id) ?? !suspended(game, id);
  const [{ absent, captains }, setDraft] = useState<Draft>(() => drafts.get(place) ?? {
    absent: side.players.filter((one) => !isHereAtFirst(one)).map((one) => one.id),
    captains: (before?.['captains'] as string[] | undefined) ?? side.players.filter(({ role }) => role).map((one) => one.id),
  });
  const change = (next: Draft) => {
    drafts.set(place, next);
    setDraft(next);
  };
  const toggled = (from: string[], one: string) => (from.includes(one) ? from.filter((other) => other !== one) : [...from, one]);
  const players = side.players.filter((one) => !absent.includes(one.id));
  const named = captains.filter((one) => players.some(({ id: here }) => here === one));
  const other = sides(game).find(({ key }) => key !== side.key)!;
  const logging = useLogging({ then: () => {
    drafts.delete(place);
    openSheet('roster-check', other.key);
  } });
  const said: Said = { id, type: 'attendance', team: side.key, players: players.map((one) => one.id), ...(named.length && { captains: named }) } as Said;
  return (
    <Sheet tall title={t('roster.title')} foot={(
      <>
        <LoggingFoot logging={logging} />
        <button type="button" class="button button--main button--wide button--tall" disabled={logging.busy || !players.length} onClick={() => void logging.say(said)}>{ours.tn('log', players.length, { team: side.name })}</button>
      </>
    )}>
      {tabs}
      <div class="notice notice--wait" role="status">
        <p><strong>{ours.t('count', { skaters: players.filter(isSkater).length, goalies: players.filter((one) => !isSkater(one)).length })}</strong></p>
        {findings(game, side, players, named).map(([words, clause]) => <p key={words} class="tone-act">{words} {clause && <Rule clause={clause} />}</p>)}
      </div>
      <ul class="list">
        {side.players.map((player) => {
          const isHere = !absent.includes(player.id);
          const out = suspended(game, player.id);
          return (
            <li key={player.id} class="roster-row">
              <label class="toggle"><input type="checkbox" checked={isHere} onChange={() => change({ captains, absent: toggled(absent, player.id) })} />
                <span><span class={struck(game, player.id)}><strong class="num">#{player.number}</strong> {player.name ?? ''}</span> {!isSkater(player) && <span class="quiet">{ours.t('goalie')}</span>}</span>
                {out > 0 && <span class="badge badge--out">{ours.tn('suspended', out)}</span>}
              </label>
              <button type="button" class="chip" aria-pressed={named.includes(player.id)} aria-label={ours.t('captain', { number: player.number })} disabled={!isHere} onClick={() => change({ absent, captains: toggled(captains, player.id) })}>{player.role === 'alternate' ? 'A' : 'C'}</button>
            </li>
          );
        })}
      </ul>
      <WhoIsOut ids={side.players.map(({ id }) => id)} />
      <button type="button" class="button button--wide" onClick={() => openSheet('roster-add')}>{t('type.roster_add')}</button>
    </Sheet>
  );
}

const isSkater = ({ position }: Player): boolean => position !== 'goalie';

/** What is not as the rulebook wants it, each with its clause. */
function findings(game: OpenGame, side: Side, players: Player[], captains: string[]): [words: string, clause: string][] {
  const found: [string, string][] = [];
  const clauses = rulebookOf(game).clauses as Limits[];
  const skaters = players.filter(isSkater).length;
  const limit = (kind: 'players' | 'skaters' | 'goalies', count: number) => {
    for (const one of clauses.filter((clause) => clause.kind === 'roster')) {
      const [least, most] = [one[`${kind}_at_least`], one[`${kind}_at_most`]];
      if (least !== undefined && count < least) found.push([ours.t(`${kind}.few`, { n: count, least }), one.clause]);
      if (most !== undefined && count > most) found.push([ours.t(`${kind}.many`, { n: count, most }), one.clause]);
    }
  };
  limit('players', players.length);
  limit('skaters', skaters);
  limit('goalies', players.length - skaters);
  for (const { at_least, clause } of clauses.filter(({ kind }) => kind === 'start_players')) {
    if (at_least !== undefined && players.length < at_least) found.push([ours.t('start.few', { n: players.length, least: at_least }), clause]);
  }
  const notSuspended = clauses.find(({ kind, reason }) => kind === 'ineligible_play' && reason === 'suspended')?.clause ?? '';
  for (const player of players.filter((one) => suspended(game, one.id))) found.push([ours.t('plays_suspended', { number: player.number }), notSuspended]);
  const twice = players.filter((one) => players.find(({ number }) => number === one.number) !== one);
  const numbersOnce = clauses.find(({ kind, numbers_once }) => kind === 'roster' && numbers_once)?.clause ?? '';
  for (const { number } of twice) found.push([ours.t('twice', { number }), numbersOnce]);
  const captain = clauses.find(({ kind }) => kind === 'captain');
  if (captain && !captains.length) found.push([ours.t('no_captain', { team: side.name }), captain.clause]);
  return found;
}

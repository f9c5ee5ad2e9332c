// Before the game: who is here, who may not play, whose number is there twice, who is captain, and whether they are as many as
// the rulebook wants. What is found becomes an attendance call for each team.
import { useMemo, useState } from 'preact/hooks';
import { onChange } from '../changes';
import type { OpenGame } from '../game';
import { useGame } from '../game_screen/open';
import { sides, struck, type Side } from '../game_screen/people';
import { callsOf, type Player } from '../game_screen/reading';
import { Rule } from '../game_screen/rule';
import { counting } from '../game_screen/standing';
import { TeamColour } from '../game_screen/team_colour';
import { WhoIsOut } from '../game_screen/who_is_out';
import { openSheet } from '../screens/route';
import { catalogued, t } from '../words/t';
import en from '../words/roster_check.en.json';
import { LoggingFoot } from './follows';
import { useLogging, type Said } from './logging';
import { captainsOf, findings, isSkater, suspended } from './roster_findings';
import { Sheet } from './sheet';

const ours = catalogued(en, 'roster_check');

interface Draft { absent: string[]; captains: string[] }

/** What was ticked and not logged, by game and team: while the other team or somebody new is looked at. */
const drafts = new Map<string, Draft>();

onChange(({ game, of }) => { if (of === 'anew') [...drafts.keys()].filter((place) => place.startsWith(`${game}/`)).forEach((place) => drafts.delete(place)); });

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
  const mayLead = captainsOf(game);
  const players = side.players.filter((one) => !absent.includes(one.id));
  const named = captains.filter((one) => players.some(({ id: here }) => here === one));
  const other = sides(game).find(({ key }) => key !== side.key)!;
  const onward = () => {
    drafts.delete(place);
    openSheet('roster-check', other.key);
  };
  const logging = useLogging({ then: onward });
  const here = { players: players.map((one) => one.id), ...(named.length && { captains: named }) };
  const isBegun = counting(callsOf(game)).some(({ type }) => type === 'period_start');
  const said = (before && !isBegun // then nobody has played yet who is not here after all
    ? { id, type: 'amend', call: before.id, set: { ...here, ...(!named.length && before['captains'] !== undefined && { captains: null }) } }
    : { id, type: 'attendance', team: side.key, ...here }) as Said;
  const isAsBefore = before && [[before['players'], here.players], [before['captains'] ?? [], named]].every(([was, now]) => String([...(was as string[])].sort()) === String([...(now as string[])].sort()));
  return (
    <Sheet tall title={t('roster.title')} foot={(
      <>
        <LoggingFoot logging={logging} />
        <button type="button" class="button button--main button--wide button--tall" disabled={logging.busy || !players.length} onClick={() => (isAsBefore ? onward() : void logging.say(said))}>{ours.tn('log', players.length, { team: side.name })}</button>
      </>
    )}>
      {tabs}
      <div class="notice notice--wait" role="status">
        <p><strong>{ours.tn('skaters', players.filter(isSkater).length)}, {ours.tn('goalies', players.filter((one) => !isSkater(one)).length)}</strong></p>
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
              <button type="button" class="chip" aria-pressed={named.includes(player.id)} aria-label={ours.t('captain', { number: player.number })} disabled={!isHere || (!named.includes(player.id) && !mayLead(player))} onClick={() => change({ absent, captains: toggled(captains, player.id) })}>{player.role === 'alternate' ? 'A' : 'C'}</button>
            </li>
          );
        })}
      </ul>
      <WhoIsOut ids={side.players.map(({ id }) => id)} />
      <button type="button" class="button button--wide" onClick={() => openSheet('roster-add')}>{t('type.roster_add')}</button>
    </Sheet>
  );
}

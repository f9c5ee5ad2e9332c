// The fields of any type of call, made from the table of shapes: to log the rarer ones, and to amend all of them.
import type { ComponentChildren } from 'preact';
import { useGame } from '../game_screen/open';
import { allGoalies, freeGoalies, playerOf } from '../game_screen/people';
import { isRead } from '../game_screen/reading';
import { ONE_OF, SHAPES, type CallType, type FieldShape } from '../generated/calls';
import { t, word } from '../words/t';
import { Field } from './field';
import { Goalies, TeamButtons, Who, type Chosen } from './who';

export type Values = Record<string, unknown>;
interface Props { type: CallType; values: Values; set(values: Values): void; leaveOut?: string[]; after?: ComponentChildren } // `after` the person

/** Fields that name the one person whom the call is about. */
const PERSON = ['player', 'goalie', 'staff', 'bench', 'scorer', 'shooter', 'by'];

export function CallFields({ type, values, set, leaveOut = [], after }: Props) {
  const game = useGame();
  const asked = (field: string) => isRead(game, type, field) || values[field] !== undefined;
  const shapes = Object.entries(SHAPES[type]).filter(([field]) => !leaveOut.includes(field) && asked(field));
  const byPlayer = shapes.some(([field, shape]) => PERSON.includes(field) && shape.kind === 'player') && !ONE_OF[type]?.fields.includes('goalie'); // then a goalie is who was in net
  const persons = shapes.filter(([field, shape]) => PERSON.includes(field) && shape.kind !== 'new_player' && shape.kind !== 'text' && !(byPlayer && shape.kind === 'goalie'));
  const namesTeam = persons.some(([, shape]) => shape.kind === 'player' || shape.kind === 'staff');
  const teamGoalies = persons.length > 0 && !freeGoalies(game).length; // who is in net says for which team
  const rest = shapes.filter(([field]) => !persons.some(([person]) => person === field) && !(field === 'team' && (namesTeam || teamGoalies)));
  return (
    <>
      {persons.length > 0 && <Person persons={persons} {...{ values, set, namesTeam }} />}
      {after}
      {rest.map(([field, shape]) => (
        <Field key={field} {...{ type, field, shape, values }} set={(value) => set(changed(values, field, value))} />
      ))}
    </>
  );
}

function Person({ persons, values, set, namesTeam }: { persons: [string, FieldShape][]; values: Values; set(values: Values): void; namesTeam: boolean }) {
  const game = useGame();
  const fields = persons.map(([field]) => field);
  const playerField = persons.find(([, shape]) => shape.kind === 'player')?.[0];
  const others = fields.includes('staff') || fields.includes('goalie');
  const chosen = fields.map((field) => values[field]).filter((id): id is string => typeof id === 'string');
  if (!namesTeam) {
    return <Goalies goalies={allGoalies(game)} chosen={chosen} pick={(goalie) => set({ ...values, goalie, ...(playerOf(game, goalie) && { team: playerOf(game, goalie)!.team }) })} />;
  }
  const pick = (who: Chosen) => {
    const cleared: Values = { ...values };
    for (const field of fields) delete cleared[field];
    if (who.team) cleared['team'] = who.team;
    if (who.player && playerField) cleared[playerField] = who.player;
    if (who.goalie) cleared['goalie'] = who.goalie;
    if (who.staff) cleared['staff'] = who.staff;
    if (who.bench) cleared['bench'] = true;
    set(cleared);
  };
  const goalie = typeof values['goalie'] === 'string' && freeGoalies(game).some((one) => one.id === values['goalie']);
  return (
    <>
      <Who others={others} bench={fields.includes('bench')} chosen={chosen} pick={pick} />
      {goalie && (
        <section>
          <h3 class="who__team">{t('penalty.which_defended')}</h3>
          <TeamButtons chosen={String(values['team'] ?? '')} pick={(team) => set({ ...values, team })} />
        </section>
      )}
    </>
  );
}

export function changed(values: Values, field: string, value: unknown): Values {
  const next = { ...values };
  if (value === undefined || value === '') delete next[field];
  else next[field] = value;
  return next;
}

/** Names of fields that must still be filled in; `who` where one of several is needed, whichever it is. */
export function missing(type: CallType, values: Values): string[] {
  const lacks = (field: string) => values[field] === undefined || values[field] === '' || isEmptyList(values[field]);
  const required = Object.entries(SHAPES[type]).filter(([, shape]) => !shape.optional && shape.kind !== 'heads').map(([field]) => field);
  const people = ONE_OF[type];
  const nobody = people?.least === 1 && people.fields.every(lacks);
  const lacking = required.filter(lacks);
  const others = lacking.filter((field) => field !== 'team'); // a person who is tapped says which
  return [...(nobody ? ['who'] : []), ...(others.length ? others : lacking)];
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

export const fieldName = (type: string, field: string): string => word(`field.${type}.${field}`, word(`field.${field}`));

// Putting a call right: its own fields, from the table of shapes. What is changed becomes a call of its own.
import { useMemo, useState } from 'preact/hooks';
import type { OpenGame } from '../game';
import { useGame } from '../game_screen/open';
import { callsOf, rulebookOf } from '../game_screen/reading';
import { standing } from '../game_screen/standing';
import { callLine, typeName } from '../game_screen/wording';
import { SHAPES, type CallType, type FieldShape } from '../generated/calls';
import { t } from '../words/t';
import { CallFields, changed, fieldName, missing, type Values } from './call_fields';
import { CLOCK, Field } from './field';
import { FollowStrip, LoggingFoot, useFollows } from './follows';
import { useForesight, type Said } from './foresight';
import { useLogging } from './logging';
import { Sheet } from './sheet';

/** When it happened: every call has it. */
const WHEN: [string, FieldShape][] = [['clock', { kind: 'clock', optional: true }], ['period', { kind: 'period', optional: true }]];

export function AmendSheet({ id }: { id: string }) {
  const game = useGame();
  const entry = standing(callsOf(game)).find((one) => one.call.id === id);
  const type = entry?.call.type as CallType | undefined;
  const own = type ? ['period', 'clock', ...Object.keys(SHAPES[type])] : [];
  const before = Object.fromEntries(own.filter((field) => entry?.call[field] !== undefined).map((field) => [field, entry?.call[field]]));
  const [values, setValues] = useState<Values>(before);
  const fresh = useMemo(() => game.newId(), []);
  const set = differences(before, values);
  const said: Said = { id: fresh, type: 'amend', call: id, set };
  const lacks = type ? lacking(game, type, values)[0] : undefined;
  const ready = type && Object.keys(set).length > 0 && !lacks;
  const logging = useLogging({ foresight: useForesight(ready ? [said] : [], true) });
  const follows = useFollows(...(ready ? [said] : []));
  if (!entry || !type) return <Sheet title={t('amend.title')}><p>{t('call.unknown')}</p></Sheet>;
  const foot = (
    <>
      <LoggingFoot logging={logging} />
      {ready && <FollowStrip follows={follows} empty={t('follows.nothing')} />}
      <button type="button" class="button button--main button--wide button--tall" disabled={!ready || logging.busy} onClick={() => void logging.say(said)}>
        {lacks ? t('any.lacks', { field: fieldName(type, lacks) }) : t(ready ? 'amend.log' : 'amend.nothing')}
      </button>
    </>
  );
  return (
    <Sheet tall title={t('amend.of', { type: typeName(type) })} foot={foot}>
      <p class="quiet">{t('amend.before', { call: callLine(game, entry.call) })}</p>
      <CallFields {...{ type, values }} set={setValues} after={WHEN.map(([field, shape]) => <Field key={field} {...{ type, field, shape, values }} set={(value) => setValues(changed(values, field, value))} />)} />
    </Sheet>
  );
}

/** Fields without which the call would make no sense: the rulebook decides of which breach nobody need know whose it was. */
function lacking(game: OpenGame, type: CallType, values: Values): string[] {
  const teamless = type !== 'violation' || rulebookOf(game).screen.violations.some(({ kind, teamless }) => teamless && kind === values['kind']);
  const halfTyped = values['clock'] !== undefined && !CLOCK.test(String(values['clock']));
  return [...missing(type, values), ...(teamless || values['team'] ? [] : ['team']), ...(halfTyped ? ['clock'] : [])];
}

/** Fields with their right values; null takes one away. */
function differences(before: Values, after: Values): Values {
  const set: Values = {};
  for (const [field, value] of Object.entries(after)) {
    if (JSON.stringify(before[field]) !== JSON.stringify(value)) set[field] = value;
  }
  for (const field of Object.keys(before)) {
    if (after[field] === undefined) set[field] = null;
  }
  return set;
}

// One sheet for every type of call that has none of its own, made from the table of shapes.
import { useState } from 'preact/hooks';
import type { CallType } from '../generated/calls';
import { typeName } from '../game_screen/wording';
import { t } from '../words/t';
import { CallFields, fieldName, missing, type Values } from './call_fields';
import { FollowStrip, LoggingFoot, useFollows } from './follows';
import { useForesight, type Said } from './foresight';
import { useLogging } from './logging';
import { useOpened } from './opened';
import { Sheet } from './sheet';

interface Props { type: CallType; preset?: Values; title?: string; lead?: string }

/** Of the moment at which they are logged: a clock goes on meanwhile, and the others say something of the log, in words that take minutes. */
const OF_NOW: CallType[] = ['clock', 'note', 'report', 'void', 'override', 'acknowledge', 'protest', 'done', 'waive', 'admit', 'reject'];

/** Set by whoever opens the sheet, and not asked again. */
const GIVEN = ['call', 'code', 'about', 'award'];

export function AnyCallSheet({ type, preset = {}, title, lead }: Props) {
  const { id, ...moment } = useOpened();
  const [values, setValues] = useState<Values>(preset);
  const lacking = missing(type, values);
  const said: Said = { id, type, ...(!OF_NOW.includes(type) && moment), ...values };
  const logging = useLogging({ foresight: useForesight(lacking.length ? [] : [said], true) });
  const follows = useFollows(...(lacking.length ? [] : [said]));
  const foot = (
    <>
      <LoggingFoot logging={logging} />
      {lacking.length ? null : <FollowStrip follows={follows} empty={t('follows.nothing')} />}
      <button type="button" class="button button--main button--wide button--tall" disabled={lacking.length > 0 || logging.busy} onClick={() => void logging.say(said)}>
        {lacking.length ? t('any.lacks', { field: fieldName(type, lacking[0]!) }) : t('any.log', { type: typeName(type) })}
      </button>
    </>
  );
  return (
    <Sheet tall of={OF_NOW.includes(type) ? undefined : moment} title={title ?? typeName(type)} foot={foot}>
      {lead && <p class="sheet__lead">{lead}</p>}
      <CallFields {...{ type, values }} set={setValues} leaveOut={GIVEN.filter((field) => field in preset)} />
    </Sheet>
  );
}

// One field of a call, by its kind.
import { useGame } from '../game_screen/open';
import { allGoalies, freeGoalies, otherTeam, sides } from '../game_screen/people';
import { callsOf, classesOf, rulebookOf, sheetOf, triggerOf } from '../game_screen/reading';
import { counting } from '../game_screen/standing';
import { ruleName } from '../game_screen/rule';
import { callLine, className, exceptionName, infractionName, periodName, violationName } from '../game_screen/wording';
import type { FieldShape } from '../generated/calls';
import { t, word } from '../words/t';
import { fieldName, type Values } from './call_fields';
import { Conditions } from './goal';
import { Infractions } from './infractions';
import { NewPlayer } from './new_player';
import { Players } from './players';
import { Goalies, TeamButtons, Who } from './who';

interface Props { type: string; field: string; shape: FieldShape; values: Values; set(value: unknown): void }

export const CLOCK = /^[0-9]{1,2}:[0-5][0-9]$/;
/** What may still become one. */
const CLOCK_BEGUN = /^[0-9]{0,2}(:([0-5][0-9]?)?)?$/;

export function Field(props: Props) {
  const { type, field, shape, values, set } = props;
  const game = useGame();
  const rulebook = rulebookOf(game);
  const name = fieldName(type, field);
  const value = values[field];
  const team = typeof values['team'] === 'string' ? values['team'] : undefined;
  switch (shape.kind) {
    case 'team':
      return <Titled name={name} optional={shape.optional}><TeamButtons label={name} chosen={String(value ?? '')} pick={(key) => set(key === value && shape.optional ? undefined : key)} /></Titled>;
    case 'player':
      return <Titled name={name} optional={shape.optional}><Who only={team && (shape.of === 'own' ? team : otherTeam(game, team))} chosen={[String(value ?? '')]} pick={(who) => set(who.player)} /></Titled>;
    case 'players':
      return <Titled name={name} optional={shape.optional}>{team ? <Players team={team} chosen={list(value)} set={set} all={!shape.optional} /> : <p class="quiet">{t('field.team_first')}</p>}</Titled>;
    case 'goalie':
    case 'shared_goalie': {
      return <Titled name={name} optional={shape.optional}><Goalies goalies={shape.kind === 'goalie' ? allGoalies(game) : freeGoalies(game)} chosen={[String(value ?? '')]} pick={(id) => set(id === value && shape.optional ? undefined : id)} /></Titled>;
    }
    case 'staff': {
      const staff = sides(game).filter((side) => !team || side.key === team).flatMap((side) => side.staff);
      return <Choices {...props} name={name} options={staff.map((one) => [one.id, one.name ?? one.role ?? one.id])} />;
    }
    case 'bool':
      return shape.optional
        ? <label class="toggle"><input type="checkbox" checked={value === true} onChange={(event) => set(event.currentTarget.checked || undefined)} /><span>{name}</span></label>
        : <Choices {...props} name={name} options={[[true, t('yes')], [false, t('no')]]} />;
    case 'enum':
      return <Choices {...props} name={name} options={(shape.values ?? []).map((one) => [one, word(`${field}.${String(one)}`)])} />;
    case 'period':
      return <Choices {...props} name={name} options={rulebook.screen.periods.map((one) => [one, periodName(one)])} />;
    case 'violation':
      return <Choices {...props} name={name} long options={rulebook.screen.violations.map((one) => [one.kind, violationName(game, one.kind), `${one.says} ${ruleName(one.clause)}`])} />;
    case 'class':
      return <Choices {...props} name={name} options={classesOf(game).map((one) => [one, className(game, one)])} />;
    case 'infraction':
      if (value && !shape.optional) return <details class="details"><summary>{name}: {infractionName(game, String(value))}</summary><Infractions chosen={String(value)} pick={(one) => set(one.infraction)} /></details>;
      return <Titled name={value ? `${name}: ${infractionName(game, String(value))}` : name} optional={shape.optional}><Infractions chosen={String(value ?? '')} pick={(one) => set(one.infraction)} /></Titled>;
    case 'conditions':
      return <Conditions seen={list(value)} toggle={(one) => set(toggled(list(value), one))} />;
    case 'new_player':
      return <NewPlayer value={value} set={set} />;
    case 'call': {
      const calls = counting(callsOf(game)).filter((call) => (shape.to ? (shape.to as readonly string[]).includes(call.type) : call.type !== 'clock'));
      return <Choices {...props} name={name} long options={calls.reverse().map((call) => [call.id, callLine(game, call)])} />;
    }
    case 'code': {
      const rulings = (sheetOf(game)?.rulings ?? []).filter((ruling) => triggerOf(ruling) === values['call']);
      return <Choices {...props} name={name} long options={[...new Set(rulings.map((ruling) => ruling.code))].map((code) => [code, word(`ruling.${code}`)])} />;
    }
    case 'calls': {
      const late = sheetOf(game)?.late ?? [];
      const calls = callsOf(game).filter((call) => call.result === 'held' || late.includes(call.id));
      return (
        <Titled name={name}>
          {!calls.length && <p class="quiet">{t('field.no_calls')}</p>}
          {calls.map((call) => (
            <label key={call.id} class="toggle"><input type="checkbox" checked={list(value).includes(call.id)} onChange={() => set(toggled(list(value), call.id))} /><span>{callLine(game, call)}</span></label>
          ))}
        </Titled>
      );
    }
    case 'clock':
      return <Text {...props} name={name} wrong={CLOCK_BEGUN.test(String(value ?? '')) ? '' : t('field.clock_wrong')} hint={t('field.clock_hint')} />;
    case 'text':
      return <Text {...props} name={name} long={field !== 'by'} />;
    case 'id': {
      const violation = rulebook.screen.violations.find((one) => one.kind === values['kind']);
      if (field === 'exception') return violation?.exceptions.length ? <Choices {...props} name={name} options={violation.exceptions.map((one) => [one, exceptionName(game, one)])} /> : null;
      return <details class="details"><summary>{name}</summary><Text {...props} name={name} /></details>;
    }
    default:
      return null; // heads and fields are filled in by the app
  }
}

const list = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);
const toggled = (from: string[], one: string): string[] => (from.includes(one) ? from.filter((other) => other !== one) : [...from, one]);

export function Titled({ name, optional = false, children }: { name: string; optional?: boolean | undefined; children: preact.ComponentChildren }) {
  return <section class="field-block" aria-label={name}><h3 class="who__team">{name}{optional && <span class="quiet"> {t('field.optional')}</span>}</h3>{children}</section>;
}

function Choices({ name, options, value, values, field, shape, set, long = false }: Props & { name: string; value?: unknown; options: [unknown, string, string?][]; long?: boolean }) {
  const now = value ?? values[field];
  return (
    <Titled name={name} optional={shape.optional}>
      <div class={long ? 'choices' : 'chips'} role="group" aria-label={name}>
        {options.map(([one, words, more]) => (
          <button key={String(one)} type="button" class={long ? 'button button--choice' : 'chip'} aria-pressed={now === one} onClick={() => set(now === one && shape.optional ? undefined : one)}>{more ? <span><strong>{words}</strong><span class="button__detail">{more}</span></span> : words}</button>
        ))}
        {!options.length && <p class="quiet">{t('field.none')}</p>}
      </div>
    </Titled>
  );
}

function Text({ type, field, name, values, set, shape, long = false, wrong = '', hint }: Props & { name: string; long?: boolean; wrong?: string; hint?: string }) {
  const id = `field-${type}-${field}`;
  const value = String(values[field] ?? '');
  return (
    <div class="field">
      <label for={id}>{name}{shape.optional && <span class="quiet"> {t('field.optional')}</span>}</label>
      {hint && <p class="field__hint" id={`${id}-hint`}>{hint}</p>}
      {long
        ? <textarea id={id} maxLength={2000} value={value} onInput={(event) => set(event.currentTarget.value)} />
        : <input id={id} type="text" autocomplete="off" maxLength={100} value={value} aria-invalid={!!wrong} aria-describedby={hint && `${id}-hint`} onInput={(event) => set(event.currentTarget.value)} />}
      {wrong && <p class="field__error" role="alert">{wrong}</p>}
    </div>
  );
}

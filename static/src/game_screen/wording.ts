// Calls and rulings as an official would say them: who, what, why.
import type { OpenGame } from '../game';
import { t, word } from '../words/t';
import { nameOf, subjectOf, teamName } from './people';
import { callsOf, rulebookOf, type CallView, type Ruling } from './reading';
import { standing } from './standing';

export const typeName = (type: string): string => word(`type.${type}`);

/** A class of penalty, in the rulebook's words. */
export const className = (game: OpenGame, slug: string): string => ruleWord(game, `class.${slug}`);

export const infractionName = (game: OpenGame, slug: string | undefined): string =>
  rulebookOf(game).infractions.find((one) => one.infraction === slug)?.name ?? word(`infraction.${slug ?? ''}`);

/** A breach that is no penalty. */
export const violationName = (game: OpenGame, kind: string): string => ruleWord(game, `violation.${kind}`);

/** In which such a breach has no consequence. */
export const exceptionName = (game: OpenGame, slug: string): string => ruleWord(game, `exception.${slug}`);

/** What the referee may have seen, in the rulebook's words. */
export const conditionSays = (game: OpenGame, slug: string): string => ruleWord(game, `condition.${slug}`);

/** A word of the rules, in the reader's language; a rulebook of somebody's own may bring one that no catalogue has. */
const ruleWord = (game: OpenGame, key: string): string => capital(game.packet.words[key] ?? word(key));

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** "1", "Overtime", "Shoot-out". */
export function periodName(period: number | string | null | undefined): string {
  if (period == null) return t('period.none');
  if (typeof period === 'number') return t('period.n', { n: period });
  const again = /^OT(\d+)$/.exec(period);
  return again ? t('period.overtime_n', { n: again[1]! }) : word(`period.${period}`, period);
}

/** "P2", "OT", "OT2", "SO". */
export function shortPeriod(period: number | string): string {
  if (typeof period === 'number') return t('period.short', { n: period });
  const [, name, again] = /^(\D*)(.*)$/.exec(period)!;
  return `${word(`period.short.${name}`, name)}${again}`;
}

/** A call's one line in the log: "Penalty · #9 Red · Tripping". */
export function callLine(game: OpenGame, call: CallView): string {
  return [callTitle(game, call), ...callDetails(game, call)].filter(Boolean).join(' · ');
}

export function callTitle(game: OpenGame, call: CallView): string {
  if (call.type === 'clock' && call.action === 'start' && call.period === undefined && rulebookOf(game).screen.warm_up_s) return t('clock.warm_up_begins');
  if (call.type === 'clock') return word(`clock.${call.action ?? 'set'}`);
  if (call.type === 'violation') return violationName(game, call.kind ?? '');
  return typeName(call.type);
}

export function callDetails(game: OpenGame, call: CallView): string[] {
  const details: string[] = [];
  const person = call.scorer ?? call.shooter ?? call.player ?? call.staff ?? call.goalie;
  if (call.type === 'roster_add') details.push(`#${(call['player'] as unknown as { number: string }).number}`, teamName(game, call.team));
  else if (call.type === 'shot') details.push(teamName(game, call.team), nameOf(game, call.goalie));
  else if (typeof person === 'string') details.push(nameOf(game, person));
  else if (call.bench) details.push(subjectOf(game, call));
  else if (call.team) details.push(teamName(game, call.team));
  if (call.type === 'penalty' && call.goalie && call.team) details.push(t('log.for', { team: teamName(game, call.team) }));
  const about = call.type === 'amend' ? asItWas(game, call) : call.type === 'void' && callsOf(game).find(({ id }) => id === call.call);
  if (call.type === 'amend') details.push(...Object.entries(call.set ?? {}).map(([field, value]) => `${word(`field.${field}`)}: ${fieldWords(game, field, value)}`));
  if (about) details.push(call.type === 'amend' ? t('log.was', { call: callLine(game, about) }) : callLine(game, about));
  if (call.infraction) details.push(infractionName(game, call.infraction));
  if (call.type === 'ejection' && call.reason) details.push(infractionName(game, call.reason));
  if (call.class) details.push(className(game, call.class));
  if (call['coincident']) details.push(t('log.coincident'));
  if (call.fouled) details.push(t('log.fouled', { who: nameOf(game, call.fouled) }));
  if (call.scored !== undefined) details.push(t(call.scored ? 'shot.scored' : 'shot.missed'));
  if (typeof call['exception'] === 'string') details.push(exceptionName(game, call['exception']));
  if (call.takes) details.push(word(`takes.${call.takes}`));
  if (call.type === 'period_start' || call.type === 'period_end') details.push(periodName(call.period));
  if (call.type === 'done' || call.type === 'override') details.push(word(`ruling.${call.code ?? ''}`));
  if (call.text) details.push(call.text);
  return details;
}

/** The call that is put right, with what was put right in it before. */
function asItWas(game: OpenGame, { id, call }: CallView): CallView | undefined {
  const calls = callsOf(game);
  const at = calls.findIndex((one) => one.id === id);
  return standing(at < 0 ? calls : calls.slice(0, at)).find((entry) => entry.call.id === call)?.call;
}

/** A ruling's sentence in two: who and what, then why ("#9 Red is out of the game:", "third penalty."). */
export function saysOf(ruling: Ruling): [string, string] {
  const says = ruling.says || word(`ruling.${ruling.code}`);
  const end = says.search(/[:.!?]\s/);
  return end < 0 ? [says, ''] : [says.slice(0, end + 1), says.slice(end + 2)];
}

/** An official of the game by account; '' for somebody the packet does not know. */
export const officialName = (game: OpenGame, account: string | undefined): string =>
  game.packet.officials.find((official) => official.account === account)?.name ?? '';

/** The wall clock of a call, as it hangs at the game's rink. */
export function timeOf(game: OpenGame, moment: string | undefined): string {
  const time = moment ? new Date(moment) : null;
  return time && !Number.isNaN(time.valueOf()) ? time.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit', timeZone: game.packet.timezone }) : '';
}

/** A field's value in words, as a change is told. */
export function fieldWords(game: OpenGame, field: string, value: unknown): string {
  if (value === null || value === undefined) return t('field.taken_away');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (Array.isArray(value)) return value.map((one) => fieldWords(game, field, one)).join(', ');
  if (field === 'infraction' || (field === 'reason' && game.packet.rulebook.infractions.some((one) => one.infraction === value))) return infractionName(game, String(value));
  if (field === 'conditions') return conditionSays(game, String(value));
  if (field === 'class') return className(game, String(value));
  if (field === 'kind') return violationName(game, String(value));
  if (field === 'exception') return exceptionName(game, String(value));
  if (field === 'team' || field === 'forfeited_by') return teamName(game, String(value));
  if (field === 'period') return periodName(value as number | string);
  return typeof value === 'object' ? JSON.stringify(value) : word(`${field}.${String(value)}`, nameOf(game, String(value)) || String(value));
}

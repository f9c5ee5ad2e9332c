// Flags: who, what, why, and the act that each asks for. They stay until it is done or decided otherwise.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Draft, OpenGame } from '../game';
import { openSheet } from '../screens/route';
import { settle } from '../screens/settling';
import { t, word } from '../words/t';
import { announce } from './announce';
import { decisionWords } from './decided';
import { asksFouled, isShotDue, openFlags, OUT, waitsFor, type Flag } from './flags';
import { Lookalikes } from './lookalikes';
import { useOneTap } from './one_tap';
import { useGame } from './open';
import { markOf, nameOf, otherTeam, sides, teamName } from './people';
import { callsOf, classesOf, sheetOf, triggerOf, type CallView, type Ruling } from './reading';
import { basisWords } from './basis';
import { Sentence } from './sentence';
import { counting, isHalf } from './standing';
import { className, conditionSays, typeName } from './wording';

export function FlagList() {
  const game = useGame();
  const list = useRef<HTMLElement>(null);
  const groups = grouped(openFlags(game));
  const count = useRef(groups.length);
  useEffect(() => {
    if (groups.length > count.current) list.current?.children[count.current]?.scrollIntoView({ block: 'nearest' });
    count.current = groups.length;
  }, [groups.length]);
  useSettledRows(list, groups.map((group) => group.map(({ key }) => key).join()));
  return (
    <section ref={list} class="flags" aria-label={t('flags.label')} aria-live="polite" aria-relevant="additions">
      {groups.map((group) => <FlagCard key={rowOf(group[0]!)} group={group} />)}
    </section>
  );
}

/** A flag that goes has others move to its place, and one that says something else is as high as that: a second tap was meant for what was there. */
function useSettledRows(list: { current: HTMLElement | null }, rows: string[]): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    if (before.current.some((row, place) => row !== rows[place])) settle(list.current);
    before.current = rows;
  }, [rows.join('\n')]);
}

/** What one call does to one person is one flag ("out", and then the suspension that goes with it), and so is playing without leave. */
export function grouped(flags: Flag[]): Flag[][] {
  const groups = new Map<string, Flag[]>();
  for (const flag of flags) {
    const person = flag.ruling.player ?? flag.ruling.staff ?? flag.ruling.goalie ?? flag.ruling.team ?? '';
    const key = flag.ruling.code === 'ineligible' ? `ineligible|${person}` : flag.tone === 'out' ? `${triggerOf(flag.ruling)}|${person}` : flag.key;
    groups.set(key, [...(groups.get(key) ?? []), flag]);
  }
  return [...groups.values()].map((group) => group.sort((one, other) => OUT.indexOf(one.ruling.code) - OUT.indexOf(other.ruling.code)));
}

/** One award stays one card, whoever is said to shoot: what is tapped on it keeps place and focus. */
const rowOf = ({ key, ruling }: Flag): string => (ruling.code === 'penalty_shot' ? ['penalty_shot', ruling.team, triggerOf(ruling)].join('|') : key);

function FlagCard({ group }: { group: Flag[] }) {
  const game = useGame();
  const first = group[0]!;
  const rests = basisWords(game);
  const half = waitsForOtherHalf(game, first);
  const isLater = !half && isShotLater(game, first);
  const distinct = group.filter((flag, index) => group.findIndex((other) => other.ruling.says === flag.ruling.says) === index);
  const decided = decisionWords(game, first.ruling);
  return (
    <article id={`flag-${first.key}`} tabIndex={-1} class={`flag flag--${first.tone}`}>
      <p class="flag__word">{word(`tone.${first.tone}`)}{isLater && ` · ${t('flag.at_the_end')}`}{decided && ` · ${decided}`}</p>
      <div ref={useHeldHeight(asksFouled(first))}>
        {distinct.map((flag, index) => (
          <p key={flag.key} class={index ? 'flag__more' : 'flag__what'}>
            <Sentence ruling={flag.ruling} />{index > 0 && decisionWords(game, flag.ruling) && <span class="quiet"> · {decisionWords(game, flag.ruling)}</span>}
          </p>
        ))}
      </div>
      {first.tone === 'out' && rests && <p class="flag__more">{rests}</p>}
      {first.ruling.code === 'possible_duplicate' && <Lookalikes ruling={first.ruling} />}
      {half && <p class="flag__more">{t('flag.half', { team: teamName(game, otherTeam(game, first.trigger?.team ?? '')) })}</p>}
      {isLater && asksFouled(first) && <AskFouled flag={first} />}
      <div class={`flag__acts${first.ruling.code === 'possible_duplicate' ? ' flag__acts--either' : ''}`}><Acts group={group} /></div>
      {first.ruling.code === 'possible_duplicate' && waitsFor(game, first.ruling).map((ruling) => <p key={ruling.code} class="flag__more">{t('flag.waits')} <Sentence ruling={ruling} /></p>)}
      {!half && !isLater && asksFouled(first) && <AskFouled flag={first} />}
    </article>
  );
}

/** As high as it ever was: what is under it stays there, though it says less. */
function useHeldHeight(held: boolean): { current: HTMLDivElement | null } {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => { if (held && box.current) box.current.style.minHeight = `${box.current.getBoundingClientRect().height}px`; });
  return box;
}

function Acts({ group }: { group: Flag[] }) {
  const game = useGame();
  const { ruling, trigger, key } = group[0]!;
  const call = triggerOf(ruling);
  const done = () => void keep(game, group.map((flag) => ({ type: 'done', call: triggerOf(flag.ruling), code: flag.ruling.code }) as Draft));
  const isStruckOut = ruling.code === 'ineligible' && ruling.reason === 'suspended' && !!ruling.player && trigger?.type === 'attendance' && !game.calls.value.some(({ type }) => type === 'period_start');
  const changing = ruling.code === 'question' && trigger ? changeAsked(game, ruling, trigger) : null;
  const main: Record<string, [string, () => void]> = {
    penalty_shot: waitsForOtherHalf(game, group[0]!) ? [t('act.other_half'), () => openSheet('other-half', call)] : isShotDue(ruling, sheetOf(game)!) ? [t('act.penalty_shot'), () => openSheet('penalty-shot', call)] : [t('act.at_the_end'), done],
    penalty_due: [t('act.penalty_due'), () => openSheet('penalty', ruling.infraction)],
    bench_minor: [t('act.penalty_due'), () => openSheet('bench-penalty', ruling.team ?? '')],
    ...(isStruckOut && { ineligible: [t('act.strike_out'), () => void keep(game, [{ type: 'depart', team: ruling.team, player: ruling.player } as Draft])] as [string, () => void] }),
    report_required: [t('act.report'), () => openSheet('report', call)],
    possible_duplicate: [t('act.same_event'), () => void keep(game, [{ type: 'same_event', calls: ruling.because } as Draft])],
    ...(changing && { question: [t('act.stands', { call: typeName(trigger?.type ?? '') }), done] as [string, () => void] }),
  };
  const [words, act] = main[ruling.code] ?? [word(`act.${ruling.code}`, t('act.done')), done];
  const dismissing = ['possible_duplicate', 'penalty_due'].includes(ruling.code) && main[ruling.code];
  return (
    <>
      <button type="button" class={`button ${group[0]!.tone === 'out' ? 'button--out' : isShotLater(game, group[0]!) ? '' : 'button--act'}`} onClick={act}>{words}</button>
      {changing && <button type="button" class="button" onClick={() => void keep(game, [{ type: 'amend', call: trigger!.id, set: changing.set } as Draft])}>{changing.words}</button>}
      {dismissing && <button type="button" class="button" onClick={done}>{word(`act.no.${ruling.code}`)}</button>}
      <button type="button" class="button" onClick={() => openSheet('card', key)}>{t('act.show')}</button>
    </>
  );
}

/** What the call would become if its question's doubt is right: said as an outcome, since a yes or no is easily taken for its opposite. */
function changeAsked(game: OpenGame, { condition, what }: Ruling, call: CallView): { words: string; set: Record<string, unknown> } | null {
  const conditions = [...((call['conditions'] as string[] | undefined) ?? []), condition];
  if (condition === 'not_attacking_team') return { words: t('act.other_attacked', { team: teamName(game, otherTeam(game, call.team ?? '')) }), set: { conditions } };
  if (condition) return { words: conditionSays(game, condition), set: { conditions } };
  const given = what?.replace(/_penalty$/, '');
  return given && classesOf(game).includes(given) ? { words: className(game, given), set: { class: given } } : null;
}

/** A shot for a penalty that was called as one of a pair: it falls with the other half. */
const waitsForOtherHalf = (game: OpenGame, { ruling, trigger }: Flag): boolean =>
  ruling.code === 'penalty_shot' && trigger?.type === 'penalty' && isHalf(counting(callsOf(game)), trigger);

/** A shot of the end of the game: what is wanted now is who takes it. */
const isShotLater = (game: OpenGame, { ruling }: Flag): boolean => ruling.code === 'penalty_shot' && !isShotDue(ruling, sheetOf(game)!);

/** Asked until the shot is taken or waived; an amendment says it. Below the acts, unless it is all that is wanted now; as high once it is said: nothing moves. */
function AskFouled({ flag }: { flag: Flag }) {
  const game = useGame();
  const once = useOneTap();
  const { team, fouled } = flag.trigger!;
  const players = sides(game).find((side) => side.key === (team ? otherTeam(game, team) : flag.ruling.team))?.players ?? [];
  const say = (player: string) => void keep(game, [{ type: 'amend', call: flag.trigger!.id, set: { fouled: player === fouled ? null : player } } as Draft]);
  return (
    <div class="fouled" role="group" aria-label={t('fouled.ask')}>
      <p class="fouled__ask">{t('fouled.ask')}</p>
      {players.map(({ id, number }) => {
        const mark = markOf(game, id);
        const told = mark === 'out' || mark === 'not_rostered' ? mark : null;
        const words = told && t(`mark.${told}`);
        return (
          <button key={id} type="button" class={`number number--small${told ? ` number--${told}` : ''}`} aria-label={[nameOf(game, id), words].filter(Boolean).join(', ')} aria-pressed={id === fouled || undefined} onClick={() => once(() => say(id), id)}>
            <span class={`number__figure ${told === 'out' ? 'is-struck' : ''}`}>{number}</span>
            {words && <span class="number__words">{words}</span>}
          </button>
        );
      })}
    </div>
  );
}

async function keep(game: ReturnType<typeof useGame>, drafts: Draft[]): Promise<void> {
  try {
    for (const draft of drafts) await game.log(draft);
    navigator.vibrate?.(15);
  } catch {
    announce(t('not_saved.head'));
  }
}

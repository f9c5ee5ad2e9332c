// Before sign-off: what is missing, which phones still owe calls, captains who have seen it, and then the name that closes
// the log. It waits for those phones, or goes on knowingly; a game that is not over is closed over in red. What was missing can
// be read once it is closed, too.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { grouped } from '../game_screen/flag_list';
import { minutes } from '../game_screen/clock_words';
import { comingPeriod, lastOfPeriods } from '../game_screen/clock_button';
import { isClosed } from '../game_screen/closed';
import { openFlags, type Flag } from '../game_screen/flags';
import { digestOf } from '../game_screen/digest';
import { heldOf } from '../game_screen/held';
import { isPlayedOut } from '../game_screen/left_to_play';
import { useNow } from '../game_screen/moment';
import { ago, notToldOf, owing, type PhoneOnGame } from '../game_screen/on_the_game';
import type { OpenGame } from '../game';
import { useGame } from '../game_screen/open';
import { sides, teamName } from '../game_screen/people';
import { callsOf, identity, rulebookOf, sheetOf, type Clause } from '../game_screen/reading';
import { Rule } from '../game_screen/rule';
import { Sentence } from '../game_screen/sentence';
import { counting } from '../game_screen/standing';
import { wonWords } from '../game_screen/won';
import { periodName, typeName } from '../game_screen/wording';
import { account } from '../session';
import { closeSheet, openSheet } from '../screens/route';
import { askAgain, poke } from '../sync';
import en from '../words/sign_off.en.json';
import { catalogued, t, tn, word } from '../words/t';
import { Ask } from './ask';
import { fieldName } from './call_fields';
import { LoggingFoot } from './follows';
import { useForesight, type Said } from './foresight';
import { useLogging } from './logging';
import { Sheet } from './sheet';

const ASKS_EVERY_MS = 5_000;
const NAMED_AT_MOST = 3;

const ours = catalogued(en, 'sign_off');

export function SignOffSheet() {
  const game = useGame();
  const id = useMemo(() => game.newId(), []);
  const [name, setName] = useState(account.value?.name ?? '');
  const [asked, setAsked] = useState(false);
  const said: Said = { id, type: 'sign_off', by: name.trim() };
  const logging = useLogging({ foresight: useForesight(name.trim() ? [said] : [], true) });
  const now = useNow();
  const sheet = sheetOf(game);
  const closed = isClosed(game);
  const phones = closed ? [] : owing(game, now);
  const unknown = closed ? [] : notToldOf(game, now);
  const others = phones.length + unknown.length;
  useAskingAgain(others > 0);
  const close = () => void logging.say(said);
  const calls = counting(callsOf(game));
  const digest = useMemo(() => digestOf(calls), [calls]); // of the log, not of every second of the clock
  const unplayed = whatIsUnplayed(game, closed);
  const unruled = !closed && isUnruled(game);
  const stuck = logging.asking || logging.faults.length > 0 || logging.notSaved;
  const isOpen = unruled || unplayed.length + others > 0 || openFlags(game).length > 0 || heldOf(game).length > 0;
  const tone = unplayed.length ? 'out' : 'act';
  return (
    <Sheet tall title={t('type.sign_off')} foot={!closed && (
      <>
        <LoggingFoot logging={logging} />
        {asked && !stuck && (
          <Ask tone={tone} head={ours.t(unplayed.length ? 'not_over' : 'sure')} yes={ours.t('all_the_same')} busy={logging.busy} confirm={close} withdraw={() => setAsked(false)}>
            {unplayed.map(({ words }) => <p key={words}>{words}</p>)}
            <Named />
            {unruled && <p>{ours.t('unruled')}</p>}
            {others > 0 && <p>{ours.t('then_late')}</p>}
          </Ask>
        )}
        <button type="button" class="button button--main button--wide button--tall" disabled={!name.trim() || logging.busy} onClick={() => (isOpen ? setAsked(true) : close())}>
          {name.trim() ? ours.t(others ? 'without' : 'close') : t('any.lacks', { field: fieldName('sign_off', 'by') })}
        </button>
      </>
    )}>
      <p class="final">
        {sides(game).map((side) => <span key={side.key} class="final__team"><span>{side.name}</span><span class="figure">{sheet ? sheet.score[side.key] ?? 0 : '–'}{sheet?.shootout && <span class="board__shootout">({sheet.shootout[side.key] ?? 0})</span>}</span></span>)}
      </p>
      <p class="sheet__lead">{closed ? ours.t('closed') : sheet && (wonWords(sheet, (team) => teamName(game, team)) || word(`status.${sheet.status}`))}</p>
      {closed && game.revision.value > 0 && <p class="num">{ours.t('revision', { n: game.revision.value })}</p>}
      {unruled && <p class="notice notice--act" role="status">{ours.t('unruled')}</p>}
      {!closed && <Owing phones={phones} now={now} />}
      {unknown.length > 0 && <p class="notice notice--act" role="status">{ours.t('unknown', { names: unknown.join(', ') })}</p>}
      {unplayed.length > 0 && (
        <div class="notice notice--out missing" role={closed ? undefined : 'alert'}>
          <p><strong>{ours.t(closed ? 'was_not_over' : 'not_over')}</strong></p>
          {unplayed.map(({ words, sheet }) => (closed ? <p key={words}>{words}</p> : <button key={words} type="button" class="button button--choice" onClick={() => openSheet(sheet)}>{words}</button>))}
        </div>
      )}
      <Missing waits={unruled || others + unplayed.length > 0} />
      <h3 class="who__team">{ours.t('captains')}</h3>
      <button type="button" class="button button--wide" onClick={() => openSheet('summary')}>
        <span>{t('summary.title')}</span>
        <span class="button__detail num">{ours.t('digest', { digest })}</span>
      </button>
      {sides(game).map((side) => {
        const seen = calls.findLast((call) => call.type === 'acknowledge' && call.team === side.key);
        return seen
          ? <p key={side.key} class="kept">{ours.t('seen', { name: String(seen['by']), team: side.name })}</p>
          : <button key={side.key} type="button" class="button button--wide" onClick={() => openSheet('acknowledge', side.key)}>{ours.t('ask', { team: side.name })}</button>;
      })}
      {calls.some((call) => call.type === 'left_ice')
        ? <p class="kept">{t('type.left_ice')}</p>
        : <button type="button" class="button button--wide" onClick={() => openSheet('left-ice')}>{t('type.left_ice')}</button>}
      <Protests />
      {!closed && <div class="field"><label for="signs">{t('field.sign_off.by')}</label><input id="signs" autocomplete="name" maxLength={100} value={name} onInput={(event) => setName(event.currentTarget.value)} /></div>}
    </Sheet>
  );
}

/** Whether nobody knows what is open: the rules have not started, or do not answer. */
export const isUnruled = (game: OpenGame): boolean => sheetOf(game) === null || game.ruling.value === 'failed';

/** Those that were brought, and until when one may be: the rulebook's moment, by what has been logged. */
function Protests() {
  const game = useGame();
  const calls = counting(callsOf(game));
  const { calls: known, clauses } = rulebookOf(game);
  if (!known.includes('protest')) return null;
  const clause = clauses.find(({ kind }) => kind === 'protest') as (Clause & { until: string[] }) | undefined;
  const late = (clause?.until ?? ['left_ice', 'sign_off']).find((moment) => calls.some(({ type }) => type === moment));
  const filed = sheetOf(game)?.rulings.filter(({ code, overridden }) => code === 'protest_filed' && !overridden) ?? [];
  return (
    <section>
      <h3 class="who__team">{ours.t('protests')}</h3>
      {filed.map((ruling) => <p key={identity(ruling)}><Sentence ruling={ruling} /></p>)}
      <p>{late ? ours.t('protest_late', { moment: typeName(late) }) : ours.t('protest_in_time')} {clause && <>{clause.says} <Rule clause={clause.clause} /></>}</p>
      <button type="button" class="button button--wide" onClick={() => openSheet('protest')}>{typeName('protest')}</button>
    </section>
  );
}

/** Ask the server again and again while a phone owes calls. */
function useAskingAgain(owed: boolean): void {
  useEffect(() => {
    poke();
    const timer = owed ? setInterval(askAgain, ASKS_EVERY_MS) : undefined;
    return () => clearInterval(timer);
  }, [owed]);
}

/** The phones that owe calls, or may. */
function Owing({ phones, now }: { phones: PhoneOnGame[]; now: number }) {
  if (!phones.length) return null;
  return (
    <div class="notice notice--act">
      <p role="status"><strong>{ours.tn('waits', phones.length)}</strong></p>
      {phones.map(({ device, name, kind, owes, heard_ms }) => (
        <p key={device} class="num">{owes ? ours.tn('owes', owes, { name, kind, ago: ago(heard_ms, now) }) : ours.t('silent', { name, kind, ago: ago(heard_ms, now) })}</p>
      ))}
    </div>
  );
}

/** What of the game is still to be played, each with the sheet where that is put right; nothing once it has ended or was abandoned.
 * `closed`: said as what was missing when the log was. */
function whatIsUnplayed(game: OpenGame, closed: boolean): { words: string; sheet: string }[] {
  const sheet = sheetOf(game);
  if (!sheet || isPlayedOut(sheet)) return [];
  const last = lastOfPeriods(game);
  const { running, left_ms } = game.clock.state.value;
  const open = last?.type === 'period_start';
  const coming = comingPeriod(game);
  const found: { words: string; sheet: string }[] = [];
  if (open) found.push({ words: ours.t(closed ? 'period_was_open' : running ? 'period_runs' : 'period_open', { period: periodName(last.period), time: minutes(left_ms) }), sheet: 'clock' });
  if (coming !== null) found.push({ words: ours.t(closed ? 'not_played' : last ? 'to_play' : 'not_begun', { period: periodName(coming) }), sheet: 'clock' });
  if (sheet.penalty_shots.length) found.push({ words: ours.tn(closed ? 'shots_not_taken' : 'shots', sheet.penalty_shots.length), sheet: 'penalty-shot' });
  return found;
}

const says = ({ ruling }: Flag): string => ruling.says ?? word(`ruling.${ruling.code}`);

/** What is still open, as the question names it: what is due first, then who is out; of many, how many more. */
function Named() {
  const game = useGame();
  const flags = grouped(openFlags(game)).map(([flag]) => flag!);
  const [due, out] = [flags.filter(({ tone }) => tone !== 'out'), flags.filter(({ tone }) => tone === 'out')];
  const named = [...due, ...out].slice(0, NAMED_AT_MOST);
  const more = flags.length - named.length;
  const held = heldOf(game).length;
  return (
    <>
      {named.map((flag) => <p key={flag.key}>{says(flag)}</p>)}
      {more > 0 && <p>{ours.tn('more', more)}</p>}
      {held > 0 && <p>{tn('held', held)}</p>}
    </>
  );
}

/** What is still open, each a tap away; the log can be closed all the same. */
function Missing({ waits }: { waits: boolean }) {
  const game = useGame();
  const flags = grouped(openFlags(game));
  const unsent = game.unsent.value;
  const held = heldOf(game).length;
  if (!flags.length && !unsent && !held) return waits ? null : <p class="kept">{ours.t('complete')}</p>;
  return (
    <div class="notice notice--act missing">
      {flags.length > 0 && <p>{ours.tn('flags', flags.length)}</p>}
      {flags.map(([flag]) => <button key={flag!.key} type="button" class="button button--choice" onClick={() => goTo(flag!.key)}>{says(flag!)}</button>)}
      {held > 0 && <button type="button" class="button button--choice" onClick={() => openSheet('late')}>{tn('held', held)}</button>}
      {unsent > 0 && <p>{tn('unsent', unsent)}</p>}
    </div>
  );
}

/** Back on the game's screen, at that flag. */
function goTo(key: string): void {
  closeSheet();
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const flag = document.getElementById(`flag-${key}`);
    flag?.scrollIntoView({ block: 'nearest' });
    flag?.focus();
  }));
}

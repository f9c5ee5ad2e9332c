// The log, newest first: what was called, what became of it, what is not sent. Nothing disappears from it.
import { Component } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { lengthOf, written } from '../clock_face';
import { practising } from '../practice';
import { openSheet } from '../screens/route';
import { account } from '../session';
import { t, tn, word } from '../words/t';
import { useGame } from './open';
import { callsOf, sheetOf, triggerOf, type CallView, type Ruling } from './reading';
import { isAccepted, standing, type Standing } from './standing';
import { TOLD, toldWords } from './told';
import { wallRules } from './wall_clock';
import { callDetails, callTitle, periodName, shortPeriod } from './wording';

/** Said about the log itself: shown with the call that it is about. */
const ABOUT = ['amend', 'void', 'done'];
/** Said in place, of what is looked at: the list stays where it is. */
const IN_PLACE = ['amend', 'done', 'same_event'];

/** A row as it is read; a row is drawn anew only where one of these has changed. */
interface Row { id: string; time: string; period: string; title: string; details: string; out: boolean; clock: boolean; unsent: boolean; became: [tone: string, words: string][] }

export function LogList() {
  const game = useGame();
  const rulings = byTrigger(sheetOf(game)?.rulings ?? []);
  const rows = standing(callsOf(game)).filter(({ call, voidedBy }) => !ABOUT.includes(call.type) && (isAccepted(call) || voidedBy)).map((entry) => rowOf(game, entry, rulings.get(entry.call.id) ?? []));
  if (!rows.length) {
    const heard = practising || game.devices.value.told_ms > 0; // of what others have logged
    return <div class="empty"><p class="empty__title">{t(heard ? 'log.empty' : 'log.empty_here')}</p>{!heard && <p>{t('log.not_heard')}</p>}<p>{t('log.empty_what_now')}</p></div>;
  }
  return (
    <section aria-label={t('log.label')}>
      <h2 class="visually-hidden">{t('log.label')}</h2>
      <Above rows={rows.length} own={ownOf(callsOf(game))} />
      <ol class="log" reversed>
        {rows.reverse().map((row) => <LogRow key={row.id} row={row} />)}
      </ol>
    </section>
  );
}

/** How many calls of this phone brought something to the top. */
const ownOf = (calls: CallView[]): number => calls.filter(({ device, type }) => device === account.value?.device && !IN_PLACE.includes(type)).length;

/**
 * How many calls of others came in above what is looked at: nothing moves under the eye, and a tap goes there. After one of
 * one's own (`own` of them so far) the list is at its top, with what it asks to be done.
 */
function Above({ rows, own }: { rows: number; own: number }) {
  const top = useRef<HTMLDivElement>(null);
  const logged = useRef(own);
  const [isAbove, setAbove] = useState(false);
  const [seen, setSeen] = useState(rows);
  useLayoutEffect(() => { // before the rules answer: a flag that they raise then comes into view by itself
    if (own > logged.current) {
      for (const scrolled of [top.current!.closest('main'), top.current!.parentElement!.querySelector('.log')]) scrolled!.scrollTo(0, 0); // the log scrolls in itself where text is large
      setSeen(rows);
    }
    logged.current = own;
  }, [own]);
  useEffect(() => {
    const watch = new IntersectionObserver(([at]) => setAbove(!at!.isIntersecting && at!.boundingClientRect.top < (at!.rootBounds?.top ?? 0)), { root: top.current!.closest('main') });
    watch.observe(top.current!);
    return () => watch.disconnect();
  }, []);
  useEffect(() => { if (!isAbove || rows < seen) setSeen(rows); }, [isAbove, rows]);
  const fresh = rows - seen;
  return (
    <>
      <div ref={top} />
      {isAbove && fresh > 0 && <button type="button" class="log__new button button--main" onClick={() => top.current?.scrollIntoView({ block: 'start' })}>{tn('log.new', fresh)}</button>}
    </>
  );
}

class LogRow extends Component<{ row: Row }> {
  override shouldComponentUpdate(next: { row: Row }): boolean {
    return JSON.stringify(next.row) !== JSON.stringify(this.props.row);
  }

  override render() {
    const { row } = this.props;
    return (
      <li>
        <button type="button" class={`log__row${row.out ? ' is-void' : ''}${row.clock ? ' is-clock' : ''}`} onClick={() => openSheet('call', row.id)}>
          <span class="log__time num">{row.period && <abbr title={row.period}>{row.time.split(' ')[0]}</abbr>} {row.time.split(' ')[1]}</span>
          <span class="log__main">
            <span class="log__title"><strong>{row.title}</strong> {row.details}</span>
            {row.became.length > 0 && <span class="log__became">{row.became.map(([tone, words]) => <span key={words} class={tone}>{words}</span>)}</span>}
          </span>
          {row.unsent && <span class="log__unsent"><span class="sending__mark" aria-hidden="true" /><span class="visually-hidden">{t('log.not_sent')}</span></span>}
        </button>
      </li>
    );
  }
}

function rowOf(game: ReturnType<typeof useGame>, entry: Standing, rulings: Ruling[]): Row {
  const { call } = entry;
  const period = call.period != null ? shortPeriod(call.period) : isBeforeTheGame(game, call) ? t('log.before') : '';
  return {
    id: call.id, time: `${period} ${clockOf(game, call).replace(/^0/, '')}`, period: period && periodName(call.period),
    title: callTitle(game, call), details: callDetails(game, call).join(' · '), out: !!(entry.voidedBy ?? entry.sameAs), clock: call.type === 'clock', unsent: !call.sent,
    became: [...becameOf(entry), ...rulings.filter((ruling) => TOLD.includes(ruling.code)).map(told)],
  };
}

function isBeforeTheGame(game: ReturnType<typeof useGame>, { id }: CallView): boolean {
  const calls = callsOf(game);
  const begins = calls.findIndex(({ period }) => period != null);
  return begins < 0 || calls.findIndex((one) => one.id === id) < begins;
}

/** What the clock showed: all of a period until it was started; '' where nobody kept one. */
function clockOf(game: ReturnType<typeof useGame>, { id, type, period, clock }: CallView): string {
  if (clock !== undefined || period == null || period === 'SO' || wallRules(game)) return clock ?? '';
  const calls = callsOf(game);
  const isKeptLater = () => calls.findLastIndex((one) => one.type === 'clock' && one.period === period) > calls.findIndex((one) => one.id === id);
  return type === 'period_start' || isKeptLater() ? written(lengthOf(period, game.packet)) : '';
}

/** What officials made of a call. */
function becameOf({ call, voidedBy, sameAs, changes }: Standing): [string, string][] {
  const words: [string, string][] = [];
  if (call.code === 'not_assigned') words.push(['', t('log.not_assigned')]);
  if (voidedBy) words.push(['', t('log.voided')]);
  if (sameAs) words.push(['', t('log.same')]);
  if (!voidedBy && changes.some((change) => change.type === 'amend')) words.push(['', t('log.amended')]);
  return words;
}

function told(ruling: Ruling): [string, string] {
  const tone = ruling.overridden ? 'is-void' : /ejected|disqualified/.test(ruling.code) ? 'tone-out' : 'tone-act';
  return [tone, toldWords(ruling)];
}

function byTrigger(rulings: Ruling[]): Map<string, Ruling[]> {
  const found = new Map<string, Ruling[]>();
  for (const ruling of rulings) found.set(triggerOf(ruling), [...(found.get(triggerOf(ruling)) ?? []), ruling]);
  return found;
}

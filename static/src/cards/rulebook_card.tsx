// The rulebook at the rink: every clause in our words, in the document's order, found by a word or by its number.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useGame } from '../game_screen/open';
import { rulebookOf, type Clause } from '../game_screen/reading';
import { Rule, ruleName } from '../game_screen/rule';
import { Sheet } from '../inputs/sheet';
import { catalogued, t } from '../words/t';
import words from '../words/rulebook.en.json';
import { ClauseWords } from './clause_words';

const ours = catalogued(words, 'rulebook');

/** `clause`: the one to open it at. */
export function RulebookCard({ clause }: { clause: string }) {
  const { name, clauses } = rulebookOf(useGame());
  const [sought, setSought] = useState('');
  const opened = useRef<HTMLElement>(null);
  useLayoutEffect(() => opened.current?.scrollIntoView({ block: 'center' }), []);
  const found = byClause(clauses.filter(fitting(sought, clauses)));
  const at = found.findIndex(([one]) => one!.clause === clause);
  return (
    <Sheet tall title={name}>
      <label class="search search--top">
        <span class="visually-hidden">{ours.t('search')}</span>
        <input class="input" type="search" autocomplete="off" placeholder={ours.t('search')} value={sought} onInput={(event) => setSought(event.currentTarget.value)} />
      </label>
      <p class="visually-hidden" role="status">{sought && ours.tn('found', found.length)}</p>
      {found.map((blocks, index) => (
        <section key={`${blocks[0]!.clause}${index}`} ref={index === at ? opened : null} class={`clause-block${blocks[0]!.clause === clause ? ' is-opened' : ''}`}>
          <h3><Rule clause={blocks[0]!.clause} /></h3>
          {blocks.map((block, place) => <ClauseWords key={place} block={block} />)}
        </section>
      ))}
      {!found.length && <div class="empty"><p class="empty__title">{t('search.nothing')}</p><p>{ours.t('nothing_what_now')}</p></div>}
    </Sheet>
  );
}

/** The blocks of one clause stand under one heading, where its first one stands. */
function byClause(clauses: Clause[]): Clause[][] {
  const groups = new Map<string, Clause[]>();
  for (const one of clauses) groups.set(one.clause, [...(groups.get(one.clause) ?? []), one]);
  return [...groups.values()];
}

/** Letters and digits alone: "time-out", "Time out" and "timeout" are one word. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** By number where one is typed ("5.d.1", "5d1", "procedure 4"), else by every word, in clause, sentence or reading. */
function fitting(sought: string, clauses: Clause[]): (one: Clause) => boolean {
  const number = (one: Clause) => bare(one.clause).startsWith(bare(sought));
  if (/\d/.test(sought) && clauses.some(number)) return number;
  const words = sought.split(/\s+/).map(bare).filter(Boolean);
  return (one) => {
    const text = bare(`${ruleName(one.clause)} ${one.name ?? ''} ${one.says} ${one.reading ?? ''}`);
    return words.every((part) => text.includes(part));
  };
}

// Show the captain: one ruling, full screen. The clause as the rulebook has it, the calls counted, the reading marked.
import { basisWords } from '../game_screen/basis';
import { decisionWords } from '../game_screen/decided';
import { flagOf } from '../game_screen/flags';
import { useGame } from '../game_screen/open';
import { callsOf, identity, rulebookOf, sheetOf, triggerOf } from '../game_screen/reading';
import { Rule, ruleName } from '../game_screen/rule';
import { standing } from '../game_screen/standing';
import { callLine, capital, periodName, saysOf } from '../game_screen/wording';
import { Sheet } from '../inputs/sheet';
import { openSheet } from '../screens/route';
import { t, tn, word } from '../words/t';
import { ClauseWords } from './clause_words';

export function RulingCard({ id }: { id: string }) {
  const game = useGame();
  const ruling = sheetOf(game)?.rulings.find((one) => identity(one) === id);
  if (!ruling) {
    return <Sheet title={t('card.title')}><div class="empty"><p class="empty__title">{t('card.gone')}</p><p>{t('card.gone_what_now')}</p></div></Sheet>;
  }
  const flag = flagOf(game, ruling);
  const [what, why] = saysOf(ruling);
  const entries = standing(callsOf(game));
  const counted = ruling.because.map((because) => entries.find((entry) => entry.call.id === because)).filter((entry) => entry !== undefined);
  const named = (ruling.clauses?.length ? ruling.clauses : [ruling.clause]).filter(ruleName);
  const { clauses } = rulebookOf(game);
  const grounds = new Set(ruling.blocks?.map((place) => clauses[place]));
  const rests = basisWords(game);
  const decided = decisionWords(game, ruling);
  const earlier = (ruling.count ?? 0) - counted.length;
  return (
    <Sheet tall tone={`card-sheet card-sheet--${flag.tone}`} title={t('card.title')} foot={!ruling.overridden && (
      <button type="button" class="button button--wide" onClick={() => openSheet('override', `${triggerOf(ruling)}/${ruling.code}`)}>{t('card.override')}</button>
    )}>
      <p class={`badge badge--${flag.tone}`}>{word(`tone.${flag.tone}`)}</p>
      <p class="card-sheet__who">{what.replace(/:$/, '.')}</p>
      {why && <p class="card-sheet__says">{capital(why)}</p>}
      {ruling.overridden && <p class="notice notice--act">{t('card.overridden')}</p>}
      {decided && <p class="notice notice--wait">{decided === t('flag.director') ? t('card.confirm') : capital(decided)}</p>}
      <section>
        <h3 class="who__team">{t(ruling.count === undefined ? 'card.rests_on' : 'card.because')}</h3>
        <ol class="history">
          {counted.map((entry) => <li key={entry.call.id}><strong>{callLine(game, entry.call)}</strong> <span class="quiet num">{[periodName(entry.call.period), entry.call.clock?.replace(/^0/, '')].filter(Boolean).join(' · ')}</span></li>)}
        </ol>
        {earlier > 0 && <p>{tn('card.earlier', earlier)}</p>}
        {rests && <p class="quiet">{rests}</p>}
      </section>
      {named.map((clause) => {
        const all = clauses.filter((one) => one.clause === clause);
        const blocks = grounds.size ? all.filter((one) => grounds.has(one)) : all;
        return (
          <section key={clause} class="clause-block">
            <h3>{all.length ? <button type="button" class="clause clause--link" onClick={() => openSheet('rulebook', clause)}>{ruleName(clause)}</button> : <Rule clause={clause} />}</h3>
            {blocks.map((block) => <ClauseWords key={block.says} block={block} />)}
            {!all.length && <p class="quiet">{t('card.base_rule')}</p>}
          </section>
        );
      })}
    </Sheet>
  );
}

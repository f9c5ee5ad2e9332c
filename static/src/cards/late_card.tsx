// Calls that wait for a word: what each says, the game as it is and as it would be with it, and the two answers.
import { useEffect, useState } from 'preact/hooks';
import type { Draft } from '../game';
import { toneOf, whatFalls, whatFollows } from '../game_screen/flags';
import { heldWords } from '../game_screen/held';
import { useOneTap } from '../game_screen/one_tap';
import { useGame } from '../game_screen/open';
import { sides } from '../game_screen/people';
import { callsOf, identity, sheetOf, type CallView, type SheetView } from '../game_screen/reading';
import { Sentence } from '../game_screen/sentence';
import { callLine, officialName, periodName, timeOf } from '../game_screen/wording';
import { Sheet } from '../inputs/sheet';
import { catalogued } from '../words/t';
import en from '../words/late.en.json';

const { t, tn } = catalogued(en, 'late');

export function LateCard() {
  const game = useGame();
  const calls = callsOf(game).filter(({ id }) => game.undecided.value.includes(id));
  return (
    <Sheet tall title={t('title')}>
      <p class="sheet__lead">{calls.length ? tn('waiting', calls.length) : t('none')}</p>
      {calls.length > 0 && !game.decides && <p>{t('who')}</p>}
      {calls.map((call) => <Late key={call.id} call={call} />)}
    </Sheet>
  );
}

function Late({ call }: { call: CallView }) {
  const game = useGame();
  const [failed, setFailed] = useState(false);
  const once = useOneTap();
  const say = (type: 'admit' | 'reject') => once(() => void game.log({ type, calls: [call.id] } as Draft).then(() => setFailed(false), () => setFailed(true)));
  const by = [officialName(game, call.called_by ?? call.made_by), timeOf(game, call.made_at), periodName(call.period), call.clock?.replace(/^0/, '')];
  return (
    <article class="flag flag--act">
      <p class="flag__what">{callLine(game, call)}</p>
      <p class="flag__more num">{by.filter(Boolean).join(' · ')}</p>
      <p class="flag__more">{heldWords(call)}</p>
      <Both id={call.id} />
      {failed && <p role="alert">{t('not_saved')}</p>}
      {game.decides && (
        <div class="flag__acts">
          <button type="button" class="button button--act" onClick={() => say('admit')}>{t('admit')}</button>
          <button type="button" class="button" onClick={() => say('reject')}>{t('reject')}</button>
        </div>
      )}
    </article>
  );
}

/** The game without the call and with it. */
function Both({ id }: { id: string }) {
  const game = useGame();
  const [then, setThen] = useState<SheetView | null>(null);
  const now = sheetOf(game);
  useEffect(() => {
    let wanted = true;
    void game.ifAdmitted(id).then((sheet) => { if (wanted) setThen(sheet as unknown as SheetView); }, () => undefined);
    return () => { wanted = false; };
  }, [id, now]);
  const score = (sheet: SheetView | null) => sides(game).map(({ key }) => sheet?.score[key] ?? '–').join(' – ');
  const come = then ? whatFollows(now, then) : [];
  const fall = then ? whatFalls(now, then) : [];
  return (
    <>
      <dl class="pair both">
        <div><dt class="quiet">{t('as_it_is')}</dt><dd class="figure num">{score(now)}</dd></div>
        <div><dt class="quiet">{t('if_admitted')}</dt><dd class="figure num">{then ? score(then) : t('asking')}</dd></div>
      </dl>
      {then && !come.length && !fall.length && <p>{t('nothing')}</p>}
      {come.map((ruling) => <p key={identity(ruling)} class={`tone-${toneOf(ruling)}`}>{t('comes')} <Sentence ruling={ruling} /></p>)}
      {fall.map((ruling) => <p key={identity(ruling)}>{t('falls')} <s>{ruling.says}</s></p>)}
    </>
  );
}

// What is sent and what is not, when the server was last heard, and what stands in the way. It changes by itself: nothing
// that is tapped in it may move or wait because of that.
import { heldWords, refusedWords } from '../game_screen/held';
import { phonesOf } from '../game_screen/on_the_game';
import { useGame } from '../game_screen/open';
import { callsOf } from '../game_screen/reading';
import { callLine, timeOf } from '../game_screen/wording';
import { basisWords } from '../game_screen/basis';
import { Sheet } from '../inputs/sheet';
import { storageIsKept } from '../persistence';
import { openSheet } from '../screens/route';
import { signInAgain } from '../screens/sign_in_again';
import { poke, status } from '../sync';
import { catalogued, t, tn, word } from '../words/t';
import words from '../words/sending.en.json';

const ours = catalogued(words, 'sending');

export function SendingCard() {
  const game = useGame();
  const { state, lastAnswerAt, refusal, silent_ms } = status.value;
  const waiting = callsOf(game).filter((call) => !call.sent);
  const refused = callsOf(game).filter((call) => call.result === 'refused' || call.result === 'held');
  const phones = phonesOf(game);
  const owing = phones.filter(({ here, owes }) => !here && owes > 0);
  const byHand = callsOf(game).filter((call) => call.by_hand).length;
  const held = game.undecided.value.length;
  const elsewhere = status.value.unsent - waiting.length;
  const foot = state === 'signed_out'
    ? <button type="button" class="button button--main button--wide" onClick={signInAgain}>{t('sign_in.again')}</button>
    : <button type="button" class="button button--wide" onClick={() => poke()}>{t('sending.now')}</button>;
  return (
    <Sheet tall title={t('sending.title')} foot={foot}>
      <p class="sheet__lead">{waiting.length ? tn('unsent', waiting.length) : byHand ? tn('unsent.by_hand', byHand) : t('unsent.none')}</p>
      {held > 0 && <button type="button" class="button button--act button--wide" onClick={() => openSheet('late')}>{tn(game.decides ? 'late.decide' : 'held', held)}</button>}
      {waiting.length > 0 && !storageIsKept.value && <p class="notice notice--act">{ours.t('not_promised')}</p>}
      <p>{word(`sending.${state}`)}</p>
      {refusal && <p class="notice notice--act">{ours.word(`answer.${refusal}`, ours.t('answer.other', { status: refusal }))}</p>}
      {silent_ms > 0 && <p class="notice notice--act">{tn('sending.silent', Math.floor(silent_ms / 60_000))}</p>}
      <p class="quiet">{lastAnswerAt ? t('sending.heard', { time: timeOf(game, new Date(lastAnswerAt).toISOString()) }) : t('sending.never')}</p>
      <button type="button" class="button button--wide" onClick={() => openSheet('on-the-game')}>
        <span>{phones.length ? tn('phones.open', phones.length) : t('more.phones')}</span>
        {owing.length > 0 && <span class="button__detail tone-act">{owing.map(({ name, owes }) => t('phones.owe', { name, n: owes })).join(', ')}</span>}
      </button>
      {byHand > 0 && (
        <div class="notice notice--wait"><p>{tn('sending.by_hand', byHand)}</p>
          <button type="button" class="button" onClick={() => openSheet('hand-over')}>{t('sending.by_hand_what_now')}</button></div>
      )}
      {elsewhere > 0 && <p>{tn('sending.elsewhere', elsewhere)}</p>}
      <p class="quiet">{basisWords(game) || t('basis.server')}</p>
      {refused.map((call) => <p key={call.id} class="notice notice--act">{callLine(game, call)}: {call.result === 'held' ? heldWords(call) : refusedWords(call)}</p>)}
      {waiting.length > 0 && <ol class="history">{waiting.map((call) => <li key={call.id}>{callLine(game, call)}</li>)}</ol>}
    </Sheet>
  );
}

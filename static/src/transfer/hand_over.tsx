// Hand a game over to another phone: a film of codes, or a file. Nothing leaves this phone by it: what is unsent stays owed.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { officialName } from '../game_screen/wording';
import { useGame } from '../game_screen/open';
import { callsOf } from '../game_screen/reading';
import { Sheet } from '../inputs/sheet';
import { account } from '../session';
import type { CallRecord } from '../stores';
import { poke } from '../sync';
import { catalogued } from '../words/t';
import words from '../words/transfer.en.json';
import { Film } from './film';
import { notYetSent, sendForOthers } from './keep';
import { fileOf, save } from './parcel_file';
import { packed, parcelOf, type Parcel } from './parcel';

const { t, tn } = catalogued(words, 'transfer');

export function HandOverSheet() {
  const game = useGame();
  const calls = callsOf(game);
  const [parcel, setParcel] = useState<Parcel | null>(null);
  const [missing, setMissing] = useState(false);
  const [still, setStill] = useState(true);
  /** As the game stands when the film begins: what is logged meanwhile would begin another film. */
  const make = () => parcelOf(account.value!, game.id).then(setParcel, () => setMissing(true));
  useEffect(() => void make(), []);
  const bytes = useMemo(() => parcel && packed(parcel), [parcel]);
  const play = () => void (still ? make().then(() => setStill(false)) : setStill(true));
  const unsent = game.unsent.value;
  return (
    <Sheet tall title={t('hand.title')}>
      {missing && <p class="notice notice--act">{t('hand.no_packet')}</p>}
      <Others calls={calls.length} />
      {parcel && bytes && (
        <>
          <p>{t('hand.lead')} {t('hand.on_the_other')}</p>
          <Film bytes={bytes} still={still} label={t('hand.film')} />
          <p class="quiet">{tn('hand.calls', parcel.calls.length)} {unsent > 0 && tn('hand.unsent', unsent)}</p>
          <div class="pairs">
            <button type="button" class="button" onClick={play}>{t(still ? 'hand.play' : 'hand.pause')}</button>
            <button type="button" class="button" onClick={() => void parcelOf(account.value!, game.id).then(save)}>{t('hand.save')}</button>
          </div>
          {canShare(parcel) && <button type="button" class="button button--wide" onClick={() => void navigator.share({ files: [fileOf(parcel)] }).catch(() => undefined)}>{t('hand.share')}</button>}
        </>
      )}
    </Sheet>
  );
}

/** What came by hand and is not on the server: whose it is, and the way out where their phone is lost. */
function Others({ calls }: { calls: number }) {
  const game = useGame();
  const [waiting, setWaiting] = useState<CallRecord[]>([]);
  const [asked, setAsked] = useState(false);
  const [sent, setSent] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => { void notYetSent(account.value!.account, game.id).then(setWaiting); }, [calls, sent]);
  if (sent) return <p class="kept" role="status">{t('others.sent')}</p>;
  if (!waiting.length) return null;
  const who = [...new Set(waiting.map(({ call }) => officialName(game, call.made_by)))].join(', ');
  const send = () => void sendForOthers(account.value!, game.id).then(() => { setSent(true); poke(); }, () => setFailed(true));
  const mine = waiting.every(({ call }) => call.made_by === account.value!.account);
  return (
    <section class="notice notice--wait">
      <h3 class="who__team">{t('others.title')}</h3>
      <p>{mine ? tn('others.mine', waiting.length) : tn('others.waits', waiting.length, { who })}</p>
      {failed && <p role="alert">{t('take.not_saved')}</p>}
      {mine ? <button type="button" class="button button--wide" onClick={send}>{t('others.send_mine')}</button> : !asked ? <button type="button" class="button button--wide" onClick={() => setAsked(true)}>{t('others.send')}</button> : (
        <div role="alertdialog" aria-label={t('others.send')}>
          <p>{t('others.sure', { who })}</p>
          <div class="buttons">
            <button type="button" class="button" onClick={() => setAsked(false)}>{t('others.no')}</button>
            <button type="button" class="button button--main" onClick={send}>{t('others.yes')}</button>
          </div>
        </div>
      )}
    </section>
  );
}

const canShare = (parcel: Parcel): boolean => typeof navigator.canShare === 'function' && navigator.canShare({ files: [fileOf(parcel)] });

// Take a game over from another phone, by camera or by file.
import { useEffect, useState } from 'preact/hooks';
import { Frame } from '../screens/sign_in';
import { go } from '../screens/route';
import { account } from '../session';
import { catalogued } from '../words/t';
import words from '../words/transfer.en.json';
import { Camera } from './camera';
import { keepParcel, type Taken } from './keep';
import { NoParcel, unpacked, type Parcel } from './parcel';

const { t, tn } = catalogued(words, 'transfer');

interface Here { parcel: Parcel; taken: Taken }

export function TakeScreen() {
  const [looking, setLooking] = useState(false);
  const [fault, setFault] = useState('');
  const [here, setHere] = useState<Here | null>(null);
  useEffect(() => { document.title = `${t('take.title')} · Rinkside`; }, []);
  const identity = account.value;

  const take = async (opened: () => Parcel) => {
    setFault('');
    setLooking(false);
    try {
      const parcel = opened();
      setHere({ parcel, taken: await keepParcel(identity!, parcel) });
    } catch (error) {
      setFault(error instanceof NoParcel ? t(`take.${error.why}`) : t('take.not_saved'));
    }
  };
  const chosen = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const file = input.files?.[0];
    input.value = ''; // the same file may be tried again
    void file?.arrayBuffer().then((buffer) => take(() => unpacked(new Uint8Array(buffer))));
  };

  return (
    <Frame>
      <h1>{t('take.title')}</h1>
      {!identity ? <p class="notice notice--act">{t('take.sign_in')}</p> : here ? <Done here={here} again={() => setHere(null)} /> : (
        <>
          <p>{t('take.lead')}</p>
          {fault && <p class="notice notice--out" role="alert">{fault}</p>}
          {looking
            ? <Camera onWhole={(bytes) => void take(() => unpacked(bytes))} onNoCamera={() => { setLooking(false); setFault(t('take.no_camera')); }}
                says={({ pieces, of }) => (of ? t('take.pieces', { n: pieces, of }) : t('take.looking'))} />
            : <button type="button" class="button button--main button--wide button--tall" onClick={() => { setFault(''); setLooking(true); }}>{t('take.camera')}</button>}
          {looking && <button type="button" class="button button--wide" onClick={() => setLooking(false)}>{t('take.stop')}</button>}
          <label class="button button--wide file-button">{t('take.file')}<input type="file" class="visually-hidden" accept=".rinkside,application/gzip" onChange={chosen} /></label>
        </>
      )}
      <button type="button" class="button button--quiet button--wide" onClick={() => go({ screen: 'games' })}>{t('games')}</button>
    </Frame>
  );
}

function Done({ here: { parcel, taken }, again }: { here: Here; again(): void }) {
  const { game_file: { game, teams }, label } = parcel.packet;
  const name = (key: string) => teams[key]?.name ?? key;
  return (
    <>
      <div class="notice notice--wait" role="status">
        <p><strong>{t('take.done', { label, home: name(game.home), away: name(game.away) })}</strong></p>
        <p>{t('take.from', { name: parcel.from })} {taken.fresh ? tn('take.fresh', taken.fresh) : t('take.nothing_new')}</p>
      </div>
      <button type="button" class="button button--main button--wide button--tall" onClick={() => go({ screen: 'game', id: taken.game })}>{t('take.open')}</button>
      <button type="button" class="button button--wide" onClick={again}>{t('take.again')}</button>
    </>
  );
}

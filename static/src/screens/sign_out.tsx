// Signing out with calls unsent: send them, save them to a file, or keep them locked on this phone. None is ever deleted.
import { useEffect, useState } from 'preact/hooks';
import { account, signOut } from '../session';
import { count, poke, status } from '../sync';
import { save } from '../transfer/parcel_file';
import { unsentParcels } from '../transfer/unsent_files';
import { catalogued } from '../words/t';
import words from '../words/sign_out.en.json';
import { go, replace } from './route';
import { Frame } from './sign_in';

const { t, tn } = catalogued(words, 'sign_out');

export function SignOutScreen() {
  const { unsent, state } = status.value;
  const [made, setMade] = useState<Files | null>(null);
  useEffect(() => { document.title = t('document'); void count(); }, []);
  const leave = () => void signOut(() => true).then(() => replace({ screen: 'sign-in' }));
  const toFiles = () => void makeFiles().then(setMade, () => setMade({ files: 0, without: 1 }));
  return (
    <Frame>
      <h1>{t('title')}</h1>
      <p role="status" class={unsent ? 'notice notice--act' : 'kept'}>{unsent ? tn('unsent', unsent) : t('all_sent')}</p>
      {unsent > 0 && <Sending state={state} />}
      {unsent > 0 && <button type="button" class="button button--wide" onClick={toFiles}>{t('save')}</button>}
      {made && made.files > 0 && <p role="status">{tn('files', made.files)}</p>}
      {made && made.without > 0 && <p role="alert" class="notice notice--out">{tn('no_file', made.without)}</p>}
      <button type="button" class="button button--wide" onClick={leave}>
        <span>{t(unsent ? 'lock' : 'sign_out')}{unsent > 0 && <span class="button__detail">{t('lock_detail')}</span>}</span>
      </button>
      <button type="button" class="button button--quiet button--wide" onClick={() => go({ screen: 'games' })}>{t('stay')}</button>
    </Frame>
  );
}

function Sending({ state }: { state: string }) {
  if (state === 'signed_out') return <><p>{t('ask_again')}</p><button type="button" class="button button--main button--wide" onClick={() => go({ screen: 'sign-in' })}>{t('sign_in')}</button></>;
  return (
    <>
      {state === 'offline' && <p>{t('offline')}</p>}
      <button type="button" class="button button--main button--wide" onClick={() => poke()}>{t(state === 'sending' ? 'sending' : 'send')}</button>
    </>
  );
}

interface Files { files: number; without: number }

/** The browser is asked to save them and does not say whether it did. */
async function makeFiles(): Promise<Files> {
  const { parcels, without } = await unsentParcels(account.value!);
  parcels.forEach(save);
  return { files: parcels.length, without };
}

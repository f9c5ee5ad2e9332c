// Calls of officials who are not signed in wait on this phone: how many and whose, nothing else.
import { useEffect, useState } from 'preact/hooks';
import { putBack } from '../lost_log';
import { account, othersWaiting } from '../session';
import { t, tn } from '../words/t';

/** `signIn`: where that can be done at once. */
export function OthersWait({ signIn }: { signIn?: (username: string) => void }) {
  const [waiting, setWaiting] = useState<Awaited<ReturnType<typeof othersWaiting>>>([]);
  useEffect(() => { othersWaiting().then(setWaiting, () => undefined); }, [account.value?.account, putBack.value]);
  return (
    <>
      {waiting.map(({ name, username, unsent }) => (
        <div key={name} class="notice notice--wait">
          <p>{tn('others.wait', unsent, { name })}</p>
          {signIn && username && <button type="button" class="button" onClick={() => signIn(username)}>{t('others.sign_in', { name })}</button>}
        </div>
      ))}
    </>
  );
}

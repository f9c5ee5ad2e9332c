// Under the look-over: whether notices reach this phone. The server is told of its subscription anew, and nothing waits for that.
import { useEffect, useState } from 'preact/hooks';
import { byToken } from '../notices/by_token';
import { here, keepTold, type Here } from '../notices/device';
import { account } from '../session';
import { catalogued } from '../words/t';
import words from '../words/notices.en.json';
import { go } from './route';

const { t } = catalogued(words, 'notices');

export function NoticesRow() {
  const [state, setState] = useState<Here | null>(null);
  const { account: who, token } = account.value ?? {};
  useEffect(() => {
    let current = true;
    void here(who ?? '').then((found) => { if (current) setState(found); }, () => undefined);
    if (token) void keepTold(who!, byToken);
    return () => { current = false; };
  }, [who, token]);
  return (
    <a class="row ready" href="#/notices" onClick={(event) => { event.preventDefault(); go({ screen: 'notices' }); }}>
      <span class="row__main">{t(state === 'on' ? 'row.on' : 'row.off')}</span><span aria-hidden="true">›</span>
    </a>
  );
}

// In a word whether this phone is ready, over the list of games: what the look-over found, whose screen says what is not.
import { useEffect, useState } from 'preact/hooks';
import { listGames } from '../games';
import { keptGames } from '../packets';
import { isReady, lookOver } from '../readiness';
import { isToday } from '../rink_time';
import { account, signedOut } from '../session';
import { status } from '../sync';
import { catalogued } from '../words/t';
import words from '../words/readiness.en.json';
import { shellKept } from '../worker_client';
import { NoticesRow } from './notices_row';
import { go } from './route';

const { t } = catalogued(words, 'readiness');

export function ReadyRow() {
  const [ready, setReady] = useState<boolean | null>(null);
  const shown = [account.value?.account, listGames().value, keptGames.value, status.value.unsent, shellKept.value, signedOut.value];
  useEffect(() => {
    let current = true;
    if (account.value) void lookOver(isToday).then((lines) => { if (current) setReady(isReady(lines)); });
    return () => { current = false; };
  }, shown);
  return (
    <div class="ready-rows">
      <a class="row ready" href="#/readiness" onClick={(event) => { event.preventDefault(); go({ screen: 'readiness' }); }}>
        <span class={`row__main ${ready ? 'kept' : 'kept is-not'}`}>{t(ready === null ? 'title' : ready ? 'row.yes' : 'row.no')}</span><span aria-hidden="true">›</span>
      </a>
      <NoticesRow />
    </div>
  );
}

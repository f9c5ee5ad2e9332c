// Another tab of the same phone: it takes no commands and syncs beside the first.
import { takeOver } from './host';
import { obey } from './phone';

const query = new URLSearchParams(location.search);
takeOver(query.get('phone')!, '');

/** Whoever signs in does so in the first tab. */
async function join(): Promise<void> {
  for (;;) {
    const { account } = await obey({ do: 'start', game: query.get('game')!, loop: false }) as { account: string | null };
    if (account) break;
    await new Promise((go) => setTimeout(go, 100));
  }
  await obey({ do: 'start', game: query.get('game')!, loop: true });
}

void join();

// Substitutes on a game: a code lets one join, typed or read by a camera, and the head referee or a director ends what it began.
import encodeQR from 'qr';
import { useState } from 'preact/hooks';
import { useGame } from '../game_screen/open';
import { timeOf } from '../game_screen/wording';
import type { CodeAnswer } from '../generated/calls';
import { refreshPacket } from '../packets';
import { ask, Refused } from '../request';
import { account } from '../session';
import { catalogued } from '../words/t';
import en from '../words/on_the_game.en.json';

const { t } = catalogued(en, 'on_the_game');

/** An address as a QR code: dark on white, whatever the theme. */
function Square({ address }: { address: string }) {
  const rows = encodeQR(address, 'raw', { border: 2 });
  const dark = rows.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg class="qr" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={t('square')} shape-rendering="crispEdges">
      <rect width="100%" height="100%" fill="#fff" /><path d={dark} fill="#000" />
    </svg>
  );
}

export function Substitutes() {
  const game = useGame();
  const [code, setCode] = useState<CodeAnswer | null>(null);
  const [says, setSays] = useState('');
  const path = `/games/${encodeURIComponent(game.id)}`;
  const token = account.value?.token ?? null;
  const joined = game.packet.officials.filter((official) => official.by_code);
  if (joined.some((official) => official.account === account.value?.account)) return null;
  const attempt = (act: () => Promise<void>, otherwise: string) => {
    setSays(t('asking'));
    act().then(() => setSays(''), (error: unknown) => setSays(error instanceof Refused ? error.message : otherwise));
  };
  const make = async () => setCode((await ask<CodeAnswer>(`${path}/codes`, { token, body: {}, done: 201 })).body);
  const end = async (official: string) => {
    await ask(`${path}/officials/${official}`, { token, method: 'DELETE' });
    if (account.value) await refreshPacket(account.value, game.id);
  };
  return (
    <section class="stack">
      <h3 class="who__team">{t('substitute')}</h3>
      {joined.map(({ account: id, name }) => (
        <div key={id} class="notice notice--wait">
          <p>{t('by_code', { name })}</p>
          {game.decides && <button type="button" class="button" onClick={() => attempt(() => end(id), t('not_ended'))}>{t('end', { name })}</button>}
        </div>
      ))}
      {code && <div class="notice notice--wait" role="status"><p>{t('code')}</p><p class="figure num">{code.code}</p><Square address={`${location.origin}/rink/#/join/${code.code}`} /><p>{t('code_how', { address: `${location.host}/rink`, time: timeOf(game, code.expires_at) })}</p></div>}
      {says && <p role="status">{says}</p>}
      <button type="button" class="button button--wide" onClick={() => attempt(make, t('no_code'))}>{t('let_join')}</button>
    </section>
  );
}

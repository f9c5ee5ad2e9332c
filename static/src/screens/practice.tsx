// A game to try everything on: of any rulebook, begun as often as one likes.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Ask } from '../inputs/ask';
import { begin, begun, practiceGames, type PracticeGame } from '../practice_games';
import { catalogued } from '../words/t';
import words from '../words/practice.en.json';
import { go } from './route';
import { fetchAhead, theGame } from './parts';
import { Frame } from './sign_in';

const { t, tn } = catalogued(words, 'practice');

export function PracticeScreen() {
  const [games, setGames] = useState<PracticeGame[] | null>(null);
  const [calls, setCalls] = useState(new Map<string, number>());
  const [failed, setFailed] = useState(false);
  const look = () => {
    setFailed(false);
    Promise.all([practiceGames(), begun()]).then(([all, here]) => { setCalls(here); setGames(Object.values(all)); }, () => setFailed(true));
  };
  useEffect(() => { document.title = t('document'); look(); fetchAhead(theGame); }, []);
  const open = (id: string) => go({ screen: 'game', id });
  const start = (game: PracticeGame) => void begin(game).then(open, () => setFailed(true));
  return (
    <Frame>
      <h1>{t('title')}</h1>
      <p>{t('lead')}</p>
      {failed && <div class="notice notice--act" role="alert"><p>{t('failed')}</p><button type="button" class="button" onClick={look}>{t('try_again')}</button></div>}
      <ul class="list">{games?.map((game) => <li key={game.packet.label}><Row game={game} calls={calls.get(game.packet.game_file.game.id)} open={open} start={start} /></li>)}</ul>
      <a class="button button--quiet button--wide" href="/rink/">{t('leave')}</a>
    </Frame>
  );
}

interface RowProps { game: PracticeGame; calls: number | undefined; open(id: string): void; start(game: PracticeGame): void }

function Row({ game, calls, open, start }: RowProps) {
  const { packet: { label, game_file: { game: { id } } }, teams } = game;
  const [asked, setAsked] = useState(false);
  const row = useRef<HTMLElement>(null);
  const again = (asks: boolean) => {
    setAsked(asks);
    requestAnimationFrame(() => row.current?.querySelector('button')?.focus()); // the safe one of those that are there now
  };
  return (
    <section ref={row} class="row practice-row" aria-label={label}>
      <span class="row__main">{label}<span class="row__sub">{[t('against', { home: teams[0].name, away: teams[1].name }), calls !== undefined && tn('calls', calls)].filter(Boolean).join(' · ')}</span></span>
      {calls && asked ? (
        <Ask tone="out" head={tn('sure', calls)} yes={t('wipe')} confirm={() => start(game)} withdraw={() => again(false)} />
      ) : calls === undefined ? <button type="button" class="button button--main" onClick={() => start(game)}>{t('begin')}</button> : (
        <span class="pair">
          <button type="button" class="button" onClick={() => (calls ? again(true) : start(game))}>{t('anew')}</button>
          <button type="button" class="button button--main" onClick={() => open(id)}>{t('go_on')}</button>
        </span>
      )}
    </section>
  );
}

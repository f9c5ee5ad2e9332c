// A game to try everything on: of any rulebook, in any stage, begun as often as one likes.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Ask } from '../inputs/ask';
import { begin, begun, practiceGames, type Begun, type Played, type PracticeGame } from '../practice_games';
import { catalogued, word } from '../words/t';
import words from '../words/practice.en.json';
import { go } from './route';
import { fetchAhead, theGame } from './parts';
import { Frame } from './sign_in';

const { t, tn } = catalogued(words, 'practice');

export function PracticeScreen() {
  const [games, setGames] = useState<PracticeGame[] | null>(null);
  const [here, setHere] = useState(new Map<string, Begun>());
  const [failed, setFailed] = useState(false);
  const look = () => {
    setFailed(false);
    Promise.all([practiceGames(), begun()]).then(([all, kept]) => { setHere(kept); setGames(Object.values(all)); }, () => setFailed(true));
  };
  useEffect(() => { document.title = t('document'); look(); fetchAhead(theGame); }, []);
  const open = (id: string) => go({ screen: 'game', id });
  const start = (game: PracticeGame, how: Played) => void begin(game, how).then(open, () => setFailed(true));
  return (
    <Frame>
      <h1>{t('title')}</h1>
      <p>{t('lead')}</p>
      {failed && <div class="notice notice--act" role="alert"><p>{t('failed')}</p><button type="button" class="button" onClick={look}>{t('try_again')}</button></div>}
      <ul class="list">{games?.map((game) => <li key={game.packet.label}><Row game={game} begun={here.get(game.packet.game_file.game.id)} open={open} start={start} /></li>)}</ul>
      <a class="button button--quiet button--wide" href="/rink/">{t('leave')}</a>
    </Frame>
  );
}

interface RowProps { game: PracticeGame; begun: Begun | undefined; open(id: string): void; start(game: PracticeGame, how: Played): void }

function Row({ game, begun, open, start }: RowProps) {
  const { packet: { label, game_file: { game: { id } } }, teams, stages } = game;
  const calls = begun?.calls ?? 0;
  const [how, setHow] = useState<Played>(begun ?? { stage: stages[0]!, division: '' });
  const [asked, setAsked] = useState(false);
  const row = useRef<HTMLElement>(null);
  const again = (asks: boolean) => {
    setAsked(asks);
    requestAnimationFrame(() => row.current?.querySelector('button')?.focus()); // the safe one of those that are there now
  };
  const about = [t('against', { home: teams[0].name, away: teams[1].name }), ...(calls && begun ? [word(`stage.${begun.stage}`), begun.division, tn('calls', calls)] : [])];
  return (
    <section ref={row} class="row practice-row" aria-label={label}>
      <span class="row__main">{label}<span class="row__sub">{about.filter(Boolean).join(' · ')}</span></span>
      {calls > 0 && !asked && (
        <span class="pair">
          <button type="button" class="button" onClick={() => again(true)}>{t('anew')}</button>
          <button type="button" class="button button--main" onClick={() => open(id)}>{t('go_on')}</button>
        </span>
      )}
      {asked && (
        <Ask tone="out" head={tn('sure', calls)} yes={t('wipe')} confirm={() => start(game, how)} withdraw={() => again(false)}>
          <How {...{ game, how, setHow }} />
        </Ask>
      )}
      {!calls && <How {...{ game, how, setHow }} />}
      {!calls && <button type="button" class="button button--main" onClick={() => start(game, how)}>{t('begin')}</button>}
    </section>
  );
}

/** In which stage, and which division where the rulebook tells some apart: what follows a tie may hang on the one, a buzzer on the other. */
function How({ game: { stages, divisions }, how, setHow }: { game: PracticeGame; how: Played; setHow(how: Played): void }) {
  return (
    <span class="practice-row__how">
      <label class="field">
        <span>{t('stage')}</span>
        <select value={how.stage} onChange={(event) => setHow({ ...how, stage: event.currentTarget.value as Played['stage'] })}>
          {stages.map((stage) => <option key={stage} value={stage}>{word(`stage.${stage}`)}</option>)}
        </select>
      </label>
      {divisions.length > 0 && (
        <label class="field">
          <span>{t('division')}</span>
          <select value={how.division} onChange={(event) => setHow({ ...how, division: event.currentTarget.value })}>
            <option value="">{t('no_division')}</option>
            {divisions.map((division) => <option key={division} value={division}>{division}</option>)}
          </select>
        </label>
      )}
    </span>
  );
}

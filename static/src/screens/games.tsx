// My games, today's first: which open without a network, which hold calls that are not sent.
import { useEffect, useState } from 'preact/hooks';
import { SHAPE_VERSION, type GameRow } from '../generated/calls';
import { listGames, refreshGames } from '../games';
import { asKnown } from '../known_scores';
import { lostCalls } from '../lost_log';
import { keptGames } from '../packets';
import { account, signedOut, signOut } from '../session';
import { status } from '../sync';
import { t, tn, word } from '../words/t';
import { isPlain, wonWords } from '../game_screen/won';
import { dayAt, isToday, timeAt, zoneOf } from '../rink_time';
import { now_ms } from '../server_time';
import { buildId, checkForUpdate } from '../worker_client';
import { unsentByGame } from './unsent';
import { UpdateNotice } from './update_notice';
import { OthersWait } from './others_wait';
import { useHeading } from './heading';
import { lazy } from './lazy';
import { betweenGames } from './parts';
import { PracticeLink } from './practice_mark';
import { go } from './route';
import { signInAgain } from './sign_in_again';
import { otherTheme, theme } from './theme';

/** Until they are there, as tall as they will be: no game moves under a thumb. */
const Rows = () => (
  <div class="ready-rows">
    <a class="row ready" href="#/readiness"><span class="row__main">{t('ready.look')}</span></a>
    <div class="row ready" aria-hidden="true"><span class="row__main">&nbsp;</span></div>
  </div>
);
const ReadyRow = lazy(betweenGames, 'ReadyRow', Rows);

type Asking = 'idle' | 'asking' | 'failed';

export function GamesScreen() {
  const games = listGames().value.map((game) => asKnown(game, unsentByGame.value[game.id] ?? 0));
  const [asking, setAsking] = useState<Asking>('idle');
  const refresh = () => {
    const identity = account.value;
    if (!identity?.token) return;
    setAsking('asking');
    refreshGames(identity).then(() => setAsking('idle'), () => setAsking('failed'));
  };
  useEffect(() => { document.title = t('title.games'); refresh(); void checkForUpdate(); }, []);
  const today = games.filter(isToday).sort((one, other) => Number(isOver(one)) - Number(isOver(other)));
  const next = today.find((game) => game.status === 'scheduled')?.id;
  const coming = games.filter((game) => !isToday(game) && Date.parse(game.starts_at) > now_ms());
  const earlier = games.filter((game) => !isToday(game) && Date.parse(game.starts_at) <= now_ms());
  return (
    <div class="page">
      <header class="page-head">
        <span class="page-head__home"><span class="mark" aria-hidden="true" />{t('product')}</span>
        <div class="page-head__nav">
          <button type="button" onClick={otherTheme}>{t(theme.value === 'light' ? 'theme.dark_short' : 'theme.light_short')}</button>
          <SignOutButton />
        </div>
      </header>
      <main class="page-main games" ref={useHeading()}>
        <div class="page-title"><h1>{t('games.title')}</h1><p class="quiet">{account.value?.name}</p></div>
        <Standing asking={asking} retry={refresh} />
        <OthersWait />
        {lostCalls.value.length > 0 && <div class="notice notice--out"><p>{t('lost.calls')}</p><button type="button" class="button" onClick={() => go({ screen: 'lost' })}>{t('lost.look')}</button></div>}
        <ReadyRow />
        <UpdateNotice />
        {!games.length && asking !== 'asking' && (
          <div class="empty"><p class="empty__title">{t('games.none')}</p><p>{t(asking === 'failed' ? 'games.none_offline' : 'games.none_what_now')}</p>
            <button type="button" class="button button--main" onClick={refresh}>{t('try_again')}</button></div>
        )}
        <Group title={t('games.today')} games={today} next={next} />
        <Group title={t('games.coming')} games={coming} />
        <Group title={t('games.earlier')} games={earlier} />
        <button type="button" class="button button--quiet button--wide" onClick={() => go({ screen: 'take' })}>{t('take.title')}</button>
        <PracticeLink />
        <p class="quiet num">{t('version', { build: buildId(), protocol: SHAPE_VERSION })}</p>
      </main>
    </div>
  );
}

/** Nothing more is played in it: it stands below what is. */
const isOver = ({ status }: GameRow): boolean => !['scheduled', 'in_play'].includes(status);

function Group({ title, games, next }: { title: string; games: GameRow[]; next?: string | undefined }) {
  if (!games.length) return null;
  return (
    <section>
      <h2 class="section__title">{title}</h2>
      <ul class="list">{games.map((game) => <li key={game.id}><Row game={game} today={isToday(game)} next={game.id === next} /></li>)}</ul>
    </section>
  );
}

function Row({ game, today, next }: { game: GameRow; today: boolean; next: boolean }) {
  const kept = keptGames.value.has(game.id);
  const unsent = unsentByGame.value[game.id] ?? 0;
  const { score, shootout } = game;
  const begun = score && game.status !== 'scheduled';
  const won = begun && !isPlain({ ...game, score }) ? wonWords({ ...game, score }, (key) => (game.home.key === key ? game.home : game.away).name) : '';
  return (
    <a class="row game-row" href={`#/game/${encodeURIComponent(game.id)}`} onClick={(event) => { event.preventDefault(); go({ screen: 'game', id: game.id }); }}>
      <span class="game-row__time num">{timeAt(game)}{!today && <span class="row__sub">{dayAt(game)}</span>}</span>
      <span class="row__main">
        {[game.home, game.away].map((team) => (
          <span key={team.key} class="game-row__team">
            <span class="team"><span class="team__colour" data-colour={team.colour} />{team.name}</span>
            {begun && <span class="num">{score[team.key] ?? 0}{shootout && ` (${shootout[team.key] ?? 0})`}</span>}
          </span>
        ))}
        {won && <span class="row__sub">{won}</span>}
        <span class="row__sub">{[game.label, word(`stage.${game.stage}`), game.rink, zoneOf(game)].filter(Boolean).join(' · ')}</span>
        <span class="game-row__state">
          {next && <span class="badge badge--wait">{t('games.next')}</span>}
          {game.status !== 'scheduled' && <span class="badge">{word(`status.${game.status}`)}</span>}
          <span class={kept ? 'kept' : 'kept is-not'}>{t(kept ? 'games.kept' : 'games.not_kept')}</span>
          {unsent > 0 && <span class="badge badge--wait">{tn('unsent', unsent)}</span>}
        </span>
      </span>
    </a>
  );
}

/** Offline, signed out, or asking: said once, above the list. */
function Standing({ asking, retry }: { asking: Asking; retry(): void }) {
  if (signedOut.value) {
    return <div class="notice notice--wait"><p>{t('signed_out.notice')}</p><button type="button" class="button" onClick={signInAgain}>{t('sign_in.again')}</button></div>;
  }
  if (asking === 'failed' || status.value.state === 'offline') {
    return <div class="notice notice--wait" role="status"><p><strong>{t('offline.head')}</strong> {t('offline.games')}</p><button type="button" class="button" onClick={retry}>{t('try_again')}</button></div>;
  }
  return null;
}

/** With calls unsent it asks on a screen of its own. */
function SignOutButton() {
  const leave = () => void signOut(() => { go({ screen: 'sign-out' }); return false; }).then((left) => { if (left) go({ screen: 'sign-in' }); });
  return <button type="button" onClick={leave}>{t('sign_out')}</button>;
}

// One game: what is read on top, what is kept in the middle, what is tapped in the thumb's half.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { openGame, type OpenGame } from '../game';
import { announced } from '../game_screen/announce';
import { Dock } from '../game_screen/dock';
import { FlagList } from '../game_screen/flag_list';
import { LastCall } from '../game_screen/last_call';
import { LogList } from '../game_screen/log_list';
import { NotAccepted } from '../game_screen/not_accepted';
import { Notices } from '../game_screen/notices';
import { Open } from '../game_screen/open';
import { PenaltyBox } from '../game_screen/penalty_box';
import { sheetOf } from '../game_screen/reading';
import { Scoreboard } from '../game_screen/scoreboard';
import { SendingButton } from '../game_screen/sending';
import { SignalLine } from '../game_screen/signal';
import { practising } from '../practice';
import { t } from '../words/t';
import { checkForUpdate } from '../worker_client';
import { keepAwake } from './awake';
import { useHeading } from './heading';
import { NotOpened } from './not_opened';
import { go, route } from './route';
import { OpenSheet } from './sheets';
import { UpdateNotice } from './update_notice';
import { whyNotOpened, type Why } from './why_not_opened';

/** Nothing more is played. */
const OVER = ['signed_off', 'abandoned'];

export function GameScreen({ id }: { id: string }) {
  const [game, setGame] = useState<OpenGame | null>(null);
  const [failed, setFailed] = useState<Why | null>(null);
  const [tries, setTries] = useState(0);
  useLayoutEffect(() => { // not after the next frame: the game is what is waited for
    let opened: OpenGame | null = null;
    let left = false;
    openGame(id).then(
      (ready) => {
        opened = ready;
        if (left) ready.close();
        else setGame(ready);
      },
      (error: unknown) => { if (!left) setFailed(whyNotOpened(error)); },
    );
    const letSleep = keepAwake();
    return () => { left = true; opened?.close(); letSleep(); };
  }, [id, tries]);
  useEffect(() => {
    if (!game) return;
    document.title = t('title.game', { label: game.packet.label });
  }, [game]);
  const over = game && OVER.includes(sheetOf(game)?.status ?? '');
  useEffect(() => { if (over) void checkForUpdate(); }, [over]);
  if (failed) return <NotOpened why={failed} again={() => { setFailed(null); setTries((before) => before + 1); }} />;
  if (!game) return <main class="loading" aria-busy="true"><h1 class="visually-hidden">{t('game.opening')}</h1></main>;
  return (
    <Open.Provider value={game}>
      <div class="game">
        <Head label={game.packet.label} />
        <Scoreboard />
        <SignalLine />
        <main class="game__middle">
          <Notices />
          {over && <UpdateNotice />}
          <NotAccepted />
          <PenaltyBox />
          <FlagList />
          <LogList />
        </main>
        <LastCall />
        <Dock />
      </div>
      <OpenSheet name={route.value.sheet} about={route.value.about} />
      <p class="visually-hidden" role="status">{announced.value}</p>
    </Open.Provider>
  );
}

/** Once the game is here: then its name takes the focus. */
function Head({ label }: { label: string }) {
  return (
    <header class="game__head" ref={useHeading()}>
      <button type="button" class="game__back" onClick={() => go({ screen: 'games' })}><span aria-hidden="true">‹</span> {t('games.back')}</button>
      <h1 class="game__label">{label}</h1>
      {!practising && <SendingButton />}
    </header>
  );
}

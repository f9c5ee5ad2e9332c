// The referee's app: starts what the phone keeps, then shows the screen that the address names.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { storage } from './database';
import { started, startPhone } from './phone';
import { practising } from './practice';
import { GamesScreen } from './screens/games';
import { NothingKept } from './screens/nothing_kept';
import { route } from './screens/route';
import { lazy } from './screens/lazy';
import { betweenGames, fetchAhead, fromPhoneToPhone, practice, theGame } from './screens/parts';
import { PracticeBar } from './screens/practice_mark';
import { SignInScreen } from './screens/sign_in';
import './screens/theme';
import { account } from './session';
import { speak } from './words/language';

const LONGEST_START_MS = 3_000;

const GameScreen = lazy(theGame, 'GameScreen');
const JoinScreen = lazy(betweenGames, 'JoinScreen');
const LostLogScreen = lazy(betweenGames, 'LostLogScreen');
const NoticesScreen = lazy(betweenGames, 'NoticesScreen');
const ReadinessScreen = lazy(betweenGames, 'ReadinessScreen');
const WelcomeScreen = lazy(betweenGames, 'WelcomeScreen');
const SignOutScreen = lazy(fromPhoneToPhone, 'SignOutScreen');
const TakeScreen = lazy(fromPhoneToPhone, 'TakeScreen');

const PracticeScreen = lazy(practice, 'PracticeScreen');

function App() {
  const { screen, id } = route.value;
  if (!account.value && (!started.value || storage.value === 'failed')) return <NothingKept />;
  if (practising) return <Practice />;
  if (screen === 'welcome') return <WelcomeScreen key={id} code={id} />;
  if (screen === 'join') return <JoinScreen key={id} code={id} />;
  if (screen === 'take') return <TakeScreen />;
  if (screen === 'sign-in' || !account.value) return <SignInScreen />;
  if (screen === 'readiness') return <ReadinessScreen />;
  if (screen === 'notices') return <NoticesScreen />;
  if (screen === 'lost') return <LostLogScreen />;
  if (screen === 'sign-out') return <SignOutScreen />;
  return screen === 'game' ? <GameScreen key={`${account.value.account}/${id}`} id={id} /> : <GamesScreen />;
}

function Practice() {
  const { screen, id } = route.value;
  return <><PracticeBar />{screen === 'game' && account.value ? <GameScreen key={id} id={id} /> : <PracticeScreen />}</>;
}

/** Where the phone can keep nothing, or its storage does not answer, the screen says so. A game whose address was opened is fetched
 * meanwhile, as practice is; everybody else has it a moment after the first screen. */
const inTheirLanguage = () => speak([account.value?.language, ...navigator.languages]).catch(() => undefined);
const first = route.value.screen === 'game' ? theGame : practising ? practice : undefined;
void Promise.race([Promise.all([startPhone().catch(() => undefined).then(inTheirLanguage), first?.load().catch(() => undefined)]), new Promise((late) => setTimeout(late, LONGEST_START_MS))])
  .then(() => {
    const place = document.getElementById('app')!;
    place.textContent = ''; // what is said where the app does not start
    render(<App />, place);
    effect(() => { if (account.value) fetchAhead(theGame); });
    effect(() => { if (account.value) void inTheirLanguage(); });
  });

// Every other type of call that the rulebook knows, and the game's other screens.
import type { OpenGame } from '../game';
import { inDock } from '../game_screen/dock';
import { isPlayedOut } from '../game_screen/left_to_play';
import { useGame } from '../game_screen/open';
import { callsOf, rulebookOf, sheetOf } from '../game_screen/reading';
import { counting } from '../game_screen/standing';
import { typeName } from '../game_screen/wording';
import { openSheet } from '../screens/route';
import { otherTheme, theme } from '../screens/theme';
import { t, word } from '../words/t';
import { Sheet } from './sheet';

/** In play first; what is about one call (amend, void, override, done, waive …) is reached from that call or its flag. */
const GROUPS: [string, string[]][] = [
  ['play', ['goalie_freeze', 'tagged_up', 'violation', 'timeout', 'water_break', 'possession', 'goalie_in', 'shot', 'penalty_shot', 'shootout_attempt', 'injury', 'ejection', 'refusal', 'delay']],
  ['people', ['attendance', 'lineup', 'roster_add', 'arrive', 'depart', 'roster_discrepancy', 'coin_toss']],
  ['after', ['left_ice', 'protest', 'report', 'note', 'acknowledge', 'sign_off', 'abandon', 'admit', 'reject']],
];

/** Said of calls that wait for a word, by those who may say it. */
const DECIDING = ['admit', 'reject'];

/** Whether a shoot-out may yet be logged: not of a game that is over without one. */
function takesShootOut(game: OpenGame): boolean {
  const sheet = sheetOf(game);
  return !sheet || !isPlayedOut(sheet) || counting(callsOf(game)).some(({ type }) => type === 'shootout_attempt');
}

export function MoreSheet() {
  const game = useGame();
  const rulebook = rulebookOf(game);
  const notNow = [...inDock(rulebook), ...(takesShootOut(game) ? [] : ['shootout_attempt']), ...(game.decides && game.undecided.value.length ? [] : DECIDING)];
  const light = theme.value === 'light';
  return (
    <Sheet tall title={t('more')}>
      <div class="pairs">
        <button type="button" class="button" onClick={() => openSheet('tallies')}>{t('tallies.title')}</button>
        <button type="button" class="button" onClick={() => openSheet('summary')}>{t('summary.title')}</button>
        <button type="button" class="button" onClick={() => openSheet('rulebook')}>{t('rulebook.title')}</button>
        <button type="button" class="button" onClick={() => openSheet('clock')}>{t('clock.title')}</button>
        <button type="button" class="button" onClick={() => openSheet('on-the-game')}>{t('more.phones')}</button>
        <button type="button" class="button" onClick={() => openSheet('hand-over')}>{t('hand.title')}</button>
        <button type="button" class="button" onClick={otherTheme}>{t(light ? 'theme.dark' : 'theme.light')}</button>
      </div>
      {GROUPS.map(([group, types]) => {
        const known = types.filter((type) => rulebook.calls.includes(type) && !notNow.includes(type));
        return known.length > 0 && (
          <section key={group}>
            <h3 class="who__team">{word(`more.${group}`)}</h3>
            <div class="pairs">
              {group === 'play' && rulebook.calls.includes('penalty') && <button type="button" class="button" onClick={() => openSheet('scrum')}>{t('scrum.title')}</button>}
              {group === 'people' && rulebook.calls.includes('attendance') && <button type="button" class="button" onClick={() => openSheet('roster-check')}>{t('roster.title')}</button>}
              {known.map((type) => <button key={type} type="button" class="button" onClick={() => openSheet(type.replaceAll('_', '-'))}>{typeName(type)}</button>)}
            </div>
          </section>
        );
      })}
    </Sheet>
  );
}

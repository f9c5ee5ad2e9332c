// Says on every screen that this is practice, so that nobody takes it for a game, or a game for practice.
import { account } from '../session';
import { catalogued } from '../words/t';
import words from '../words/practice.en.json';

const { t } = catalogued(words, 'practice');

export const PracticeBar = () => <p class="practice"><strong>{t('mark')}</strong> {t('stays')} <a href="/rink/">{t('leave_short')}</a></p>;

/** In a sheet, which lies over the bar. */
export const PracticeMark = () => <strong class="practice-mark">{t('mark')}</strong>;

/** From the app to practice. */
export const PracticeLink = () => <a class="button button--quiet button--wide" href="/rink/?practice">{t(account.value ? 'title' : 'offer')}</a>;

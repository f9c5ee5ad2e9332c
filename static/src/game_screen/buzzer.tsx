// The scorekeeper's buzzer, for a rink that has none or whose own is out of reach. A phone that is muted is felt alone, and says so.
import { t } from '../words/t';
import { muted, signalled } from './sounds';

const BUZZ_MS = 1_500;

export const Buzzer = () => (
  <button type="button" class="button dock__button dock__buzzer" onClick={() => signalled([BUZZ_MS])}>
    <span>{t('buzzer')}</span>
    {muted.value && <span class="button__detail">{t('buzzer.muted')}</span>}
  </button>
);

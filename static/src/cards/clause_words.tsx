// One block of a clause: what it says, and how we read it, marked as a reading.
import type { Clause } from '../game_screen/reading';
import { t } from '../words/t';

export const ClauseWords = ({ block }: { block: Clause }) => (
  <div>
    <p>{block.says}</p>
    {block.reading && <p class="reading"><strong>{t('card.reading')}</strong> {block.reading}</p>}
  </div>
);

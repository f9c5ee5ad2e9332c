// The class of a penalty: the rulebook's own unless the referee says otherwise. A rulebook may have a dozen, so they are out of
// the way, on one line, until they are asked for.
import { useRef, useState } from 'preact/hooks';
import { useGame } from '../game_screen/open';
import { classesOf } from '../game_screen/reading';
import { className } from '../game_screen/wording';
import { useSettling } from '../screens/settling';
import { t } from '../words/t';

export function Severity({ chosen, pick }: { chosen: string | null; pick(severity: string | null): void }) {
  const game = useGame();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useSettling(open); // what is under it moves, as it opens and as it closes
  const words = (severity: string | null) => (severity ? className(game, severity) : t('penalty.usual_class'));
  const choose = (severity: string | null) => {
    pick(severity);
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <div class="severity">
      <button ref={opener} type="button" class="button button--choice" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span><span class="quiet">{t('penalty.class')}:</span> {words(chosen)}</span>
      </button>
      {open && (
        <div class="chips" role="group" aria-label={t('penalty.class')}>
          {[null, ...classesOf(game)].map((severity) => (
            <button key={severity ?? ''} type="button" class="chip" aria-pressed={chosen === severity} onClick={() => choose(severity)}>{words(severity)}</button>
          ))}
        </div>
      )}
    </div>
  );
}

// The thumb's half: what is tapped in play. Which buttons, the rulebook's call types decide.
import { useState } from 'preact/hooks';
import type { Draft } from '../game';
import { openSheet } from '../screens/route';
import { t } from '../words/t';
import { Buzzer } from './buzzer';
import { CLOSED, ClockButton } from './clock_button';
import { isClosed } from './closed';
import { shotWaits } from './flags';
import { useOneTap } from './one_tap';
import { useGame } from './open';
import { sides, type Side } from './people';
import { rulebookOf, sheetOf, type RulebookView } from './reading';
import { TeamColour } from './team_colour';
import { typeName } from './wording';

/** After Goal and Penalty, the first three that the rulebook's clauses want. */
const quickOf = ({ calls, screen }: RulebookView): string[] => screen.quick.filter((type) => calls.includes(type)).slice(0, 3);

/** Types that have a button in the dock. */
export const inDock = (rulebook: RulebookView): string[] => ['goal', 'penalty', 'possession', ...quickOf(rulebook)];

export function Dock() {
  const game = useGame();
  const known = rulebookOf(game).calls;
  const quick = quickOf(rulebookOf(game));
  const sheet = sheetOf(game);
  const shootout = game.clock.state.value.period === 'SO' || sheet?.rulings.some((ruling) => ruling.code === 'next' && ruling.what === 'shootout' && !ruling.overridden);
  const waiting = shotWaits(game);
  const [home, away] = sides(game);
  const closed = isClosed(game);
  const perTeam = known.includes('possession') && !closed ? 'possession' : null;
  return (
    <nav class="dock" aria-label={t('dock.label')}>
      <div class="dock__clock">
        {perTeam && <TeamButton side={home} type={perTeam} />}
        <ClockButton />
        {perTeam && <TeamButton side={away} type={perTeam} />}
      </div>
      <div class="dock__quick">
        {quick.map((type) => (
          <button key={type} type="button" class={`button dock__button${type === 'penalty_shot' && waiting ? ' button--act' : ''}`} onClick={() => openSheet(type.replaceAll('_', '-'))}>
            {typeName(type)}
          </button>
        ))}
        <button type="button" class="button dock__button" onClick={() => openSheet('more')}>{t('more')}</button>
      </div>
      <div class="dock__main">
        {shootout && known.includes('shootout_attempt')
          ? <BigButton type="shootout_attempt" closed={closed} />
          : <BigButton type="goal" closed={closed} />}
        <BigButton type="penalty" closed={closed} />
      </div>
      <Buzzer />
    </nav>
  );
}

/** Once the log is closed it is as quiet as the rest, and says what its call would be. */
function BigButton({ type, closed }: { type: string; closed: boolean }) {
  const look = `${closed ? '' : ' button--main'}${type === 'penalty' && !closed ? ' dock__penalty' : type === 'shootout_attempt' ? ' dock__whole' : ''}`;
  return (
    <button type="button" class={`button dock__big${look}`} aria-describedby={closed ? CLOSED : undefined} onClick={() => openSheet(type.replaceAll('_', '-'))}>
      <span>{typeName(type)}{closed && <span class="button__detail" aria-hidden="true">{t('dock.late')}</span>}</span>
    </button>
  );
}

/** One tap for one team: it has the puck and has cleared the line. */
function TeamButton({ side, type }: { side: Side; type: string }) {
  const game = useGame();
  const [failed, setFailed] = useState(false);
  const once = useOneTap();
  const say = () => game.log({ type, team: side.key } as Draft).then(() => { setFailed(false); navigator.vibrate?.(15); }, () => setFailed(true));
  return (
    <button type="button" class="button dock__button dock__team" onClick={() => once(() => void say())}>
      <span><TeamColour team={side.key} /> {side.name}</span>
      <span class="button__detail">{failed ? t('not_saved.head') : typeName(type)}</span>
    </button>
  );
}

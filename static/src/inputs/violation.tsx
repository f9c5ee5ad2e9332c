// A breach that is no penalty: what, then whose. Exceptions and "nobody knows" are offered where the rulebook has them.
import { useState } from 'preact/hooks';
import { useGame } from '../game_screen/open';
import { sides } from '../game_screen/people';
import { rulebookOf, type Violation } from '../game_screen/reading';
import { Rule } from '../game_screen/rule';
import { exceptionName, violationName } from '../game_screen/wording';
import { t } from '../words/t';
import { LoggingFoot } from './follows';
import { useForesight, type Said } from './foresight';
import { useLogging } from './logging';
import { useOpened, type Opened } from './opened';
import { Sheet } from './sheet';
import { TeamButtons } from './who';

export function ViolationSheet() {
  const game = useGame();
  const opened = useOpened();
  const { violations } = rulebookOf(game).screen;
  const [what, setWhat] = useState<Violation | null>(violations.length === 1 ? violations[0]! : null);
  if (what) return <Whose what={what} opened={opened} back={violations.length > 1 ? () => setWhat(null) : undefined} />;
  return (
    <Sheet of={opened} title={t('type.violation')}>
      <div class="pairs">
        {violations.map((one) => (
          <button key={one.kind} type="button" class="button" onClick={() => setWhat(one)}>{violationName(game, one.kind)}</button>
        ))}
      </div>
    </Sheet>
  );
}

function Whose({ what, opened, back }: { what: Violation; opened: Opened; back: (() => void) | undefined }) {
  const game = useGame();
  const [exception, setException] = useState<string | null>(null);
  const said = (team: string | null): Said => ({ ...opened, type: 'violation', ...(team && { team }), kind: what.kind, ...(exception && { exception }) });
  const likely = [...sides(game).map(({ key }) => said(key)), ...(what.teamless ? [said(null)] : [])];
  const logging = useLogging({ foresight: useForesight(likely) });
  const say = (team: string | null) => void logging.say(said(team));
  return (
    <Sheet of={opened} title={violationName(game, what.kind)} foot={<LoggingFoot logging={logging} />} onBack={back}>
      <p class="quiet">{what.says} <Rule clause={what.clause} /></p>
      {what.exceptions.length > 0 && (
        <div class="chips" role="group" aria-label={t('field.exception')}>
          {what.exceptions.map((one) => (
            <button key={one} type="button" class="chip" aria-pressed={exception === one} onClick={() => setException(exception === one ? null : one)}>{exceptionName(game, one)}</button>
          ))}
        </div>
      )}
      <p class="sheet__lead">{t(what.teamless ? 'which_team' : 'which_team.violation')}</p>
      {what.teamless && <button type="button" class="button button--wide button--tall" onClick={() => say(null)}>{t('violation.nobody_knows')}</button>}
      <TeamButtons pick={say} />
    </Sheet>
  );
}

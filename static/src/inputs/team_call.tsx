// Calls that need a team alone (possession, tag-up, a freeze): one tap on the team keeps them.
import { useGame } from '../game_screen/open';
import { sides } from '../game_screen/people';
import { SHAPES, type CallType } from '../generated/calls';
import { typeName } from '../game_screen/wording';
import { word } from '../words/t';
import { LoggingFoot } from './follows';
import { useForesight, type Said } from './foresight';
import { useLogging } from './logging';
import { useOpened } from './opened';
import { Sheet } from './sheet';
import { TeamButtons } from './who';

/** Has this type nothing that must be said but the team, and nothing to choose beside it? */
export function needsTeamAlone(type: CallType): boolean {
  const fields = Object.entries(SHAPES[type]);
  const required = fields.filter(([, shape]) => !shape.optional).map(([field]) => field);
  return required.length === 1 && required[0] === 'team' && fields.every(([field, shape]) => field === 'team' || shape.kind === 'bool');
}

export function TeamCallSheet({ type }: { type: CallType }) {
  const game = useGame();
  const opened = useOpened();
  const said = (team: string): Said => ({ ...opened, type, team });
  const logging = useLogging({ foresight: useForesight(sides(game).map(({ key }) => said(key))) });
  return (
    <Sheet of={opened} title={typeName(type)} foot={<LoggingFoot logging={logging} />}>
      <p class="sheet__lead">{word(`which_team.${type}`, word('which_team'))}</p>
      <TeamButtons pick={(team) => void logging.say(said(team))} />
    </Sheet>
  );
}

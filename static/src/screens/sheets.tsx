// Which sheet is over the game, by the address.
import { CallCard } from '../cards/call_card';
import { LateCard } from '../cards/late_card';
import { OnTheGameCard } from '../cards/on_the_game_card';
import { RulebookCard } from '../cards/rulebook_card';
import { RulingCard } from '../cards/ruling_card';
import { SendingCard } from '../cards/sending_card';
import { StoodCard } from '../cards/stood_card';
import { SummaryCard } from '../cards/summary_card';
import { TalliesCard } from '../cards/tallies_card';
import { useGame } from '../game_screen/open';
import { sides } from '../game_screen/people';
import { callsOf, sheetOf, triggerOf } from '../game_screen/reading';
import { standing } from '../game_screen/standing';
import { callLine } from '../game_screen/wording';
import { SHAPES, type CallType } from '../generated/calls';
import { AmendSheet } from '../inputs/amend';
import { AnyCallSheet } from '../inputs/any_call';
import { ClockSheet } from '../inputs/clock_sheet';
import { GoalSheet } from '../inputs/goal';
import { MoreSheet } from '../inputs/more';
import { PenaltySheet } from '../inputs/penalty';
import { PenaltyShotSheet } from '../inputs/penalty_shot';
import { ReportSheet } from '../inputs/report';
import { RosterCheckSheet } from '../inputs/roster_check';
import { ScrumSheet } from '../inputs/scrum';
import { Sheet } from '../inputs/sheet';
import { ShootoutSheet } from '../inputs/shootout';
import { ShotSheet } from '../inputs/shot';
import { SignOffSheet } from '../inputs/sign_off';
import { needsTeamAlone, TeamCallSheet } from '../inputs/team_call';
import { ViolationSheet } from '../inputs/violation';
import { practising } from '../practice';
import { catalogued, t } from '../words/t';
import words from '../words/practice.en.json';
import { lazy } from './lazy';
import { fromPhoneToPhone } from './parts';

const HandOverSheet = lazy(fromPhoneToPhone, 'HandOverSheet');

/** In practice there is no server and no other phone. */
const WITH_OTHERS = ['sending', 'on-the-game', 'hand-over'];
const practice = catalogued(words, 'practice');

export function OpenSheet({ name, about }: { name: string; about: string }) {
  const key = `${name}/${about}`;
  if (practising && WITH_OTHERS.includes(name)) return <Sheet key={key} title={practice.t('not_here')}><p>{practice.t('no_server')}</p></Sheet>;
  switch (name) {
    case '': return null;
    case 'goal': return <GoalSheet key={key} />;
    case 'penalty': return <PenaltySheet key={key} due={about} />;
    case 'bench-penalty': return <PenaltySheet key={key} bench={about} />;
    case 'other-half': return <PenaltySheet key={key} half={about} />;
    case 'shot': return <ShotSheet key={key} />;
    case 'penalty-shot': return <PenaltyShotSheet key={key} award={about} />;
    case 'shootout-attempt': return <ShootoutSheet key={key} />;
    case 'violation': return <ViolationSheet key={key} />;
    case 'scrum': return <ScrumSheet key={key} />;
    case 'clock': return <ClockSheet key={key} />;
    case 'more': return <MoreSheet key={key} />;
    case 'sending': return <SendingCard key={key} />;
    case 'late': return <LateCard key={key} />;
    case 'on-the-game': return <OnTheGameCard key={key} />;
    case 'tallies': return <TalliesCard key={key} />;
    case 'rulebook': return <RulebookCard key={key} clause={about} />;
    case 'roster-check': return <RosterCheckSheet key={name} team={about} />;
    case 'summary': return <SummaryCard key={key} />;
    case 'call': return <CallCard key={key} id={about} />;
    case 'stood': return <StoodCard key={name} id={about} />;
    case 'card': return <RulingCard key={key} id={about} />;
    case 'amend': return <AmendSheet key={key} id={about} />;
    case 'void': return <AboutCall key={key} type="void" field="call" id={about} />;
    case 'report': return about ? <AboutCall key={key} type="report" field="about" id={about} /> : <ReportSheet key={key} />;
    case 'override': return <Override key={key} about={about} />;
    case 'clock-call': return <AnyCallSheet key={key} type="clock" />;
    case 'sign-off': return <SignOffSheet key={key} />;
    case 'acknowledge': return <Acknowledge key={key} team={about} />;
    case 'hand-over': return <HandOverSheet key={key} />;
  }
  const type = name.replaceAll('-', '_') as CallType;
  if (!(type in SHAPES)) return <Sheet key={key} title={t('call.title')}><p>{t('call.unknown')}</p></Sheet>;
  return needsTeamAlone(type) ? <TeamCallSheet key={key} type={type} /> : <AnyCallSheet key={key} type={type} />;
}

/** A call that is about another one: that one is shown, not asked for. */
function AboutCall({ type, field, id }: { type: CallType; field: 'call' | 'about'; id: string }) {
  const game = useGame();
  const call = standing(callsOf(game)).find((entry) => entry.call.id === id)?.call;
  return <AnyCallSheet type={type} preset={{ [field]: id }} {...(call && { lead: callLine(game, call) })} />;
}

/** The captain by the roster is offered; another name may be typed. */
function Acknowledge({ team }: { team: string }) {
  const captain = sides(useGame()).find((side) => side.key === team)?.players.find((player) => player.role === 'captain');
  return <AnyCallSheet type="acknowledge" preset={{ ...(team && { team }), ...(captain?.name && { by: captain.name }) }} />;
}

/** `about` is the triggering call's id and the ruling's code. */
function Override({ about }: { about: string }) {
  const [call = '', code = ''] = about.split('/');
  const says = sheetOf(useGame())?.rulings.find((ruling) => ruling.code === code && triggerOf(ruling) === call)?.says;
  return <AnyCallSheet type="override" preset={{ call, code }} title={t('card.override')} {...(says && { lead: says })} />;
}

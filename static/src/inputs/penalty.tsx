// A penalty: who, then what for. What would follow stands above the list before it is tapped.
import { useState } from 'preact/hooks';
import type { OpenGame } from '../game';
import { useGame } from '../game_screen/open';
import { nameOf, otherTeam, subjectOf, teamName } from '../game_screen/people';
import { callsOf, infractionsOf, isRead, type CallView, type Infraction } from '../game_screen/reading';
import { counting, isHalf, unpaired } from '../game_screen/standing';
import { callLine, infractionName } from '../game_screen/wording';
import { openSheet } from '../screens/route';
import { t } from '../words/t';
import { Ask } from './ask';
import { FollowStrip, LoggingFoot, nobodySits, useFollows } from './follows';
import { useForeseen } from './foreseen';
import { ruledInAdvance, type Foresight } from './foresight';
import { Infractions } from './infractions';
import { useLogging, type Said } from './logging';
import { wouldPutOut } from './nobody_named';
import { useOneMore } from './one_more';
import { useOpened, type Opened } from './opened';
import { PenaltyFacts, usePenaltyFacts, type Facts } from './penalty_facts';
import { Severity } from './severity';
import { Sheet } from './sheet';
import { TeamButtons, Who, type Chosen } from './who';

/** `due`: the infraction that the rules say is due, chosen in advance. `bench`: the team whose bench is due one. `half`: the call whose other half this is. */
export function PenaltySheet({ due, bench, half }: { due?: string; bench?: string; half?: string }) {
  const game = useGame();
  const opened = useOpened();
  const [who, setWho] = useState<Chosen | null>(bench ? { team: bench, bench: true } : null);
  const [severity, setSeverity] = useState<string | null>(bench ? 'bench_minor' : null);
  const [paired, setPair] = useState<string | null | undefined>(undefined); // until it is said: with its half, or what was called a moment ago
  const [facts, setFacts] = useState<Facts>({});
  const [isAnswered, setAnswered] = useState(true); // whether whoever did what the bench is given would be out
  const [unnamed, setUnnamed] = useState<Said | null>(null); // what somebody is to be named for
  const fields = usePenaltyFacts();
  const infractions = infractionsOf(game);
  const calls = counting(callsOf(game));
  const alone = calls.find((call) => call.id === half && isHalf(calls, call));
  const others = alone?.team ? otherTeam(game, alone.team) : undefined;
  const likely = alone ?? (who ? halfOfThisMoment(game, who.team, opened) : undefined);
  const pair = paired === undefined ? labelOf(likely) : paired;
  const dueInfraction = due ? infractions.find((one) => one.infraction === due) : undefined;
  const first = dueInfraction ?? infractions[0];
  const said = (infraction: string): Said => ({
    ...opened, type: 'penalty', ...who, infraction,
    ...(severity && { class: severity }), ...(pair && { coincident: pair }), ...facts,
  });
  const oneMore = useOneMore(first?.infraction);
  const complete = who && !(who.goalie && !who.team);
  const foresight: Foresight = (call) => ruledInAdvance(game, call, false);
  const doubt = async (call: Said) => {
    const isOut = await wouldPutOut(game, call);
    setAnswered(isOut !== null);
    return isOut !== false;
  };
  const logging = useLogging({ foresight, doubt: who?.bench ? doubt : undefined });
  const follows = useFollows(...(complete && first ? [said(first.infraction)] : []));
  const { marks, hold } = useForeseen(said, !!complete && !!follows);
  const press = ({ infraction }: Infraction) => {
    hold();
    void foresight(said(infraction));
  };

  if (unnamed) {
    const { bench: _ours, class: given, ...did } = unnamed;
    const call: Said = { ...did, ...(given && !bench && { class: given }) }; // what the bench is due stays due
    const name = (one: Chosen) => {
      setUnnamed(null);
      setWho({ ...one, team: call.team! });
      void logging.say({ ...call, ...one, team: call.team! });
    };
    return (
      <Sheet tall of={opened} title={t('penalty.who_did_it', { infraction: infractionName(game, call.infraction) })} onBack={() => setUnnamed(null)}>
        <Who only={call.team} others oneMore={oneMore} pick={name} />
      </Sheet>
    );
  }
  if (!who) {
    return (
      <Sheet tall of={opened} title={t('type.penalty')}>
        {alone && others && <p class="sheet__lead">{t('penalty.other_half', { who: subjectOf(game, alone), infraction: infractionName(game, alone.infraction), team: teamName(game, others) })}</p>}
        {!due && !alone && <button type="button" class="button button--wide check-goal" onClick={() => openSheet('scrum')}>{t('scrum.several')}</button>}
        <Who only={others} others bench oneMore={oneMore} pick={(one) => setWho(others ? { ...one, team: others } : one)} />
      </Sheet>
    );
  }
  if (!complete) {
    return (
      <Sheet of={opened} title={t('penalty.goalie', { who: nameOf(game, who.goalie) })} onBack={() => setWho(null)}>
        <p class="sheet__lead">{t('penalty.which_defended')}</p>
        <TeamButtons pick={(team) => setWho({ ...who, team })} />
      </Sheet>
    );
  }
  const nameThem = () => {
    setUnnamed(logging.doubted);
    logging.withdraw();
  };
  const title = t('penalty.on', { who: subjectOf(game, who) });
  const foot = (
    <>
      <LoggingFoot logging={logging} />
      {logging.doubted && !logging.asking && !logging.faults.length && !logging.notSaved && (
        <Ask tone="act" head={t(isAnswered ? 'penalty.nobody_named' : 'penalty.not_answered')} other={{ words: t('penalty.name_them'), act: nameThem }} yes={t('penalty.of_the_bench')} busy={logging.busy} confirm={() => void logging.sure()} withdraw={logging.withdraw}>
          <p class="ask__call">{callLine(game, logging.doubted as CallView)}</p>
        </Ask>
      )}
    </>
  );
  return (
    <Sheet tall of={opened} title={title} onBack={() => { logging.withdraw(); setWho(null); if (bench) setSeverity(null); }} foot={foot}>
      <FollowStrip follows={logging.busy ? null : follows} head={first && t('follows.if', { what: first.name })} empty={t('penalty.nothing_follows')} also={likely && pair === labelOf(likely) ? nobodySits(follows) : undefined} />
      <Severity chosen={severity} pick={setSeverity} />
      {fields.length > 0 && <PenaltyFacts {...{ fields, facts }} set={setFacts} />}
      {isRead(game, 'penalty', 'coincident') && <Pairing chosen={pair} pick={setPair} waiting={alone ?? unpaired(calls, who.team)} fresh={opened.id} />}
      <Infractions due={dueInfraction} disabled={logging.busy || !!logging.asking || !!logging.doubted} press={press} marks={marks} pick={(one: Infraction) => void logging.say(said(one.infraction))} />
    </Sheet>
  );
}

/** The other team's lone half, if the clock had not moved since, or nobody keeps it. */
function halfOfThisMoment(game: OpenGame, team: string | undefined, { period, clock }: Opened): CallView | undefined {
  const half = team ? unpaired(counting(callsOf(game)), team) : undefined;
  return half && half.period === period && half.clock === clock ? half : undefined;
}

const labelOf = (half: CallView | undefined): string | null => (half?.['coincident'] as string | undefined) ?? null;

/** Penalties that cancel out share a label: that of a recent one of the other team, or a new one. */
function Pairing({ chosen, pick, waiting, fresh }: { chosen: string | null; pick(label: string | null): void; waiting: CallView | undefined; fresh: string }) {
  const game = useGame();
  const label = labelOf(waiting) ?? fresh;
  return (
    <label class="toggle">
      <input type="checkbox" checked={chosen !== null} onChange={(event) => pick(event.currentTarget.checked ? label : null)} />
      <span>{waiting ? t('penalty.pair_with', { who: subjectOf(game, waiting), infraction: infractionName(game, waiting.infraction) }) : t('penalty.pair')}</span>
    </label>
  );
}

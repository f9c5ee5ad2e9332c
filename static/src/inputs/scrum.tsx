// A scrum: several penalties of both teams on one screen, called in one go. An infraction is chosen, then everybody who did
// it is tapped; those of two teams cancel out unless the referee says otherwise. What would follow of all of them stands above
// the button that logs them.
import { useState } from 'preact/hooks';
import { useGame } from '../game_screen/open';
import { nameOf, sides } from '../game_screen/people';
import { infractionsOf, isRead, type Infraction } from '../game_screen/reading';
import { className } from '../game_screen/wording';
import { closeSheet } from '../screens/route';
import { catalogued, t } from '../words/t';
import en from '../words/scrum.en.json';
import { FollowStrip, LoggingFoot, nobodySits, useFollows } from './follows';
import { Infractions } from './infractions';
import { useLogging, type Said } from './logging';
import { useOneMore } from './one_more';
import { useOpened } from './opened';
import { Severity } from './severity';
import { Sheet } from './sheet';
import { TeamButtons, Who, type Chosen } from './who';

const ours = catalogued(en, 'scrum');

interface Offence { id: string; who: Chosen; infraction: Infraction; severity: string | null }

const personOf = ({ player, goalie, staff }: Chosen): string | undefined => player ?? goalie ?? staff;

/** One of each team by turns, so that each half of a pair finds its other before more is made of it. */
function inTurn(offences: Offence[]): Offence[] {
  const [first] = offences;
  const own = offences.filter(({ who }) => who.team === first?.who.team);
  const others = offences.filter(({ who }) => who.team !== first?.who.team);
  return own.flatMap((one, place) => [one, ...others.slice(place, place + 1)]).concat(others.slice(own.length));
}

export function ScrumSheet() {
  const game = useGame();
  const { id: label, ...moment } = useOpened();
  const infractions = infractionsOf(game);
  const [infraction, setInfraction] = useState<Infraction | null>(infractions.length === 1 ? infractions[0]! : null);
  const [severity, setSeverity] = useState<string | null>(null);
  const [choosing, setChoosing] = useState(false);
  const [offences, setOffences] = useState<Offence[]>([]);
  const pairs = isRead(game, 'penalty', 'coincident');
  const [cancels, setCancels] = useState(pairs);
  const [defending, setDefending] = useState<Chosen | null>(null); // a goalie of neither team, until it is said whose net it was
  const [kept, setKept] = useState<string[]>([]);
  const [paired, setPaired] = useState<boolean | null>(null); // as the first was logged, whoever is left out after it
  const both = sides(game).every(({ key }) => offences.some(({ who }) => who.team === key));
  const said = ({ id, who, infraction: what, severity: given }: Offence): Said => ({
    id, ...moment, type: 'penalty', ...who, infraction: what.infraction, ...(given && { class: given }), ...((paired ?? (cancels && both)) && { coincident: label }),
  });
  const left = inTurn(offences).filter(({ id }) => !kept.includes(id));
  const logging = useLogging({ then: () => undefined });
  const follows = useFollows(...left.map(said));
  const apart = useFollows(...(cancels && both ? left.map((one) => ({ ...said(one), coincident: undefined })) : []));
  const oneMore = useOneMore(infraction?.infraction);
  /** One that is not logged yet: also where it is that one that is asked about, or has a fault. */
  const leaveOut = ({ id }: Offence) => {
    if (kept.includes(id) || logging.underWay()) return;
    logging.withdraw();
    setOffences(offences.filter((one) => one.id !== id));
    if (kept.length && left.length === 1) closeSheet();
  };
  const add = (who: Chosen) => {
    setDefending(null);
    if (infraction) setOffences([...offences, { id: game.newId(), who, infraction, severity }]);
  };
  const tapped = (who: Chosen) => {
    const person = personOf(who);
    if (!infraction || !person || logging.underWay()) return;
    const again = offences.find((one) => personOf(one.who) === person && one.infraction === infraction && one.severity === severity);
    if (again) leaveOut(again);
    else if (!kept.length) (who.team ? add : setDefending)(who);
  };
  /** One after the other; at one that is asked about or not saved it stops until that is answered. */
  const log = async (rest: Offence[], keep = (one: Offence) => logging.say(said(one))): Promise<boolean> => {
    const [one, ...others] = rest;
    if (!one) closeSheet();
    if (!one || !(await keep(one))) return !one;
    setKept((now) => [...now, one.id]);
    setPaired((now) => now ?? (cancels && both));
    return log(others);
  };
  if (choosing || !infraction) {
    return (
      <Sheet tall of={moment} title={ours.t('what')} onBack={infraction ? () => setChoosing(false) : undefined}>
        <Infractions chosen={infraction?.infraction} pick={(one) => { setInfraction(one); setSeverity(null); setChoosing(false); }} />
      </Sheet>
    );
  }
  if (defending) {
    return (
      <Sheet of={moment} title={t('penalty.goalie', { who: nameOf(game, defending.goalie) })} onBack={() => setDefending(null)}>
        <p class="sheet__lead">{t('penalty.which_defended')}</p>
        <TeamButtons pick={(team) => add({ ...defending, team })} />
      </Sheet>
    );
  }
  return (
    <Sheet tall of={moment} title={t('scrum.title')} foot={(
      <>
        <LoggingFoot logging={{ ...logging, confirm: () => log(left, logging.confirm) }} />
        <FollowStrip follows={left.length ? follows : { come: [], fall: [] }} empty={left.length ? (apart?.come.length ? ours.t('they_cancel') : ours.tn('nothing_follows', left.length)) : ours.t('follows_here')} also={cancels && both ? nobodySits(follows) : undefined} />
        <button type="button" class="button button--main button--wide button--tall" disabled={!left.length || logging.busy} onClick={() => void log(left)}>
          {left.length ? ours.tn(kept.length ? 'log_rest' : 'log', left.length) : ours.t('nobody')}
        </button>
      </>
    )}>
      <button type="button" class="button button--choice" onClick={() => setChoosing(true)}>
        <span><strong>{infraction.name}</strong><span class="button__detail">{ours.t('change')}</span></span>
      </button>
      <Severity chosen={severity} pick={setSeverity} />
      {pairs && <label class="toggle"><input type="checkbox" checked={cancels && both} disabled={!both || kept.length > 0} onChange={() => setCancels(!cancels)} /><span>{ours.t('cancel')}</span></label>}
      <p class="sheet__lead">{ours.t('who')}</p>
      <div><Who others pick={tapped} oneMore={oneMore} chosen={offences.filter((one) => one.infraction === infraction && one.severity === severity).map(({ who }) => personOf(who)!)} /></div>
      {offences.length > 0 && (
        <ol class="history" aria-label={ours.t('called')}>
          {offences.map((one) => (
            <li key={one.id}>
              {[nameOf(game, personOf(one.who)), one.infraction.name, one.severity && className(game, one.severity), kept.includes(one.id) && ours.t('kept')].filter(Boolean).join(' · ')}{' '}
              {!kept.includes(one.id) && <button type="button" class="chip" aria-label={ours.t('leave_out_whom', { who: nameOf(game, personOf(one.who)) })} onClick={() => leaveOut(one)}>{ours.t('leave_out')}</button>}
            </li>
          ))}
        </ol>
      )}
    </Sheet>
  );
}

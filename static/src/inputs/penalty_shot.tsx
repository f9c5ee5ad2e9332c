// A penalty shot that was awarded: its shooter is filled in, then scored or missed. Whose shot would not count is said before it is logged.
import { useState } from 'preact/hooks';
import { useGame } from '../game_screen/open';
import { goalieInNet, nameOf, sides, teamName } from '../game_screen/people';
import { callsOf, rulebookOf, sheetOf, type Award } from '../game_screen/reading';
import { counting } from '../game_screen/standing';
import { callLine } from '../game_screen/wording';
import { closeSheet, openSheet } from '../screens/route';
import { t } from '../words/t';
import { FollowStrip, LoggingFoot } from './follows';
import { useForesight } from './foresight';
import { useLogging, type Said } from './logging';
import { useOpened } from './opened';
import { Sheet } from './sheet';
import { Who } from './who';
import { mayNotWords, useWhoMayNotShoot } from './who_may_not_shoot';

export function PenaltyShotSheet({ award }: { award: string }) {
  const game = useGame();
  const open = sheetOf(game)?.penalty_shots ?? [];
  const only = open.length === 1 ? open[0] : undefined;
  const taken = open.find((one) => one.award === award) ?? (award ? undefined : only);
  const isAwarded = rulebookOf(game).clauses.some(({ kind, gives }) => kind === 'step' && gives === 'penalty_shot');
  if (!open.length && !isAwarded) {
    return (
      <Sheet title={t('type.penalty_shot')}>
        <div class="empty"><p class="empty__title">{t('penalty_shot.never')}</p><p>{t('penalty_shot.never_what_now')}</p>
          <button type="button" class="button" onClick={() => openSheet('goal')}>{t('type.goal')}</button></div>
      </Sheet>
    );
  }
  if (!open.length) {
    return (
      <Sheet title={t('type.penalty_shot')}>
        <div class="empty"><p class="empty__title">{t('penalty_shot.none')}</p><p>{t('penalty_shot.none_what_now')}</p>
          <button type="button" class="button" onClick={() => openSheet('penalty')}>{t('type.penalty')}</button></div>
      </Sheet>
    );
  }
  if (!taken) return <Sheet title={t('penalty_shot.which')}><Awards open={open} /></Sheet>;
  return <Attempt key={taken.award} award={taken} />;
}

function Awards({ open }: { open: Award[] }) {
  const game = useGame();
  const calls = counting(callsOf(game));
  return (
    <ul class="list">
      {open.map((one) => {
        const penalty = calls.find((call) => call.id === one.award);
        return (
          <li key={`${one.award}${one.team}`}>
            <button type="button" class="row" onClick={() => openSheet('penalty-shot', one.award)}>
              <span class="row__main">{t('penalty_shot.for', { team: teamName(game, one.team) })}<span class="row__sub">{penalty && callLine(game, penalty)}</span></span>
              <span class="row__end">{nameOf(game, one.shooter)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Attempt({ award }: { award: Award }) {
  const game = useGame();
  const opened = useOpened();
  const [shooter, setShooter] = useState<string | null>(award.shooter);
  const goalie = goalieInNet(game, award.team);
  const taken = (by: string, scored: boolean) => ({ type: 'penalty_shot', team: award.team, shooter: by, award: award.award, scored, ...(goalie && { goalie }) });
  const said = (scored: boolean): Said => ({ ...opened, ...taken(shooter ?? '', scored) });
  const foresight = useForesight(shooter ? [said(true), said(false)] : []);
  const refusals = useWhoMayNotShoot(sides(game).filter(({ key }) => key === award.team).flatMap(({ players }) => players.map((player) => taken(player.id, false))));
  const refusal = refusals?.get(shooter ?? '');
  const logging = useLogging({ foresight });
  const waive = () => void logging.say({ type: 'waive', award: award.award });
  return (
    <Sheet of={opened} title={t('penalty_shot.for', { team: teamName(game, award.team) })} onBack={closeSheet}
      foot={<>
        <LoggingFoot logging={logging} />
        <FollowStrip follows={refusals && { come: refusal ? [refusal] : [], fall: [] }} also={refusal?.code === 'ineligible' ? t('penalty_shot.counts_all_the_same') : undefined} empty={shooter ? t('penalty_shot.may_shoot', { who: nameOf(game, shooter) }) : t('penalty_shot.chosen_first')} />
        <ScoredOrMissed disabled={!shooter || logging.busy} say={(scored) => void logging.say(said(scored))} />
      </>}>
      <p class="sheet__lead">{shooter ? t('penalty_shot.shooter', { who: nameOf(game, shooter) }) : t('penalty_shot.captain_chooses')}</p>
      <Who only={award.team} chosen={shooter ? [shooter] : []} note={(player) => mayNotWords(refusals?.get(player))} pick={(chosen) => setShooter(chosen.player ?? null)} />
      <button type="button" class="button button--quiet" onClick={waive}>{t('penalty_shot.waive')}</button>
    </Sheet>
  );
}

export function ScoredOrMissed({ disabled, say }: { disabled: boolean; say(scored: boolean): void }) {
  return (
    <div class="pair">
      <button type="button" class="button button--team" disabled={disabled} onClick={() => say(false)}>{t('shot.missed')}</button>
      <button type="button" class="button button--team button--main" disabled={disabled} onClick={() => say(true)}>{t('shot.scored')}</button>
    </div>
  );
}

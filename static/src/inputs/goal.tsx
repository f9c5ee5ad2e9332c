// A goal: who scored, and it is kept. Check opens what the referee may have seen, with the verdict at once.
import { useState } from 'preact/hooks';
import { useGame } from '../game_screen/open';
import { goalieInNet, nameOf, sides } from '../game_screen/people';
import { rulebookOf } from '../game_screen/reading';
import { Rule } from '../game_screen/rule';
import { conditionSays } from '../game_screen/wording';
import { t } from '../words/t';
import { FollowStrip, LoggingFoot, useFollows } from './follows';
import { useForesight } from './foresight';
import { useLogging, type Said } from './logging';
import { useOpened } from './opened';
import { Sheet } from './sheet';
import { Who, type Chosen } from './who';

export function GoalSheet() {
  const game = useGame();
  const opened = useOpened();
  const [checking, setChecking] = useState(false);
  const [who, setWho] = useState<Chosen | null>(null);
  const [seen, setSeen] = useState<string[]>([]);
  const said = (chosen: Chosen): Said => {
    const goalie = goalieInNet(game, chosen.team ?? '');
    return { ...opened, type: 'goal', team: chosen.team ?? '', scorer: chosen.player ?? '', ...(goalie && { goalie }), ...(seen.length && { conditions: seen }) };
  };
  const likely = who ? [] : sides(game).flatMap((side) => side.players.map((player) => said({ team: side.key, player: player.id })));
  const foresight = useForesight(likely);
  const logging = useLogging({ foresight });
  const follows = useFollows(...(checking && who ? [said(who)] : []));
  const pick = (chosen: Chosen) => (checking ? setWho(chosen) : void logging.say(said(chosen)));
  const toggle = (condition: string) => setSeen(seen.includes(condition) ? seen.filter((one) => one !== condition) : [...seen, condition]);

  if (!who) {
    return (
      <Sheet of={opened} title={t(checking ? 'goal.check_who' : 'goal.who')} foot={<LoggingFoot logging={logging} />} onBack={checking ? () => setChecking(false) : undefined}>
        {!checking && <button type="button" class="button button--wide check-goal" onClick={() => setChecking(true)}>{t('goal.check')}</button>}
        <Who pick={pick} disabled={logging.busy || !!logging.asking} />
      </Sheet>
    );
  }
  const foot = (
    <>
      <LoggingFoot logging={logging} />
      <FollowStrip follows={follows} empty={t('goal.counts')} />
      <button type="button" class="button button--main button--wide button--tall" disabled={logging.busy} onClick={() => void logging.say(said(who))}>{t('goal.log')}</button>
    </>
  );
  return (
    <Sheet tall of={opened} title={t('goal.of', { who: nameOf(game, who.player) })} foot={foot} onBack={() => { logging.withdraw(); setWho(null); setSeen([]); }}>
      <Conditions seen={seen} toggle={toggle} />
    </Sheet>
  );
}

/** In the rulebook's own terms; each says whether it voids the goal. */
export function Conditions({ seen, toggle }: { seen: string[]; toggle(condition: string): void }) {
  const game = useGame();
  const { conditions } = rulebookOf(game).screen;
  return (
    <fieldset class="conditions">
      <legend class="who__team">{t('goal.seen')}</legend>
      {conditions.map((one) => (
        <label key={one.condition} class="toggle">
          <input type="checkbox" checked={seen.includes(one.condition)} onChange={() => toggle(one.condition)} />
          <span>{conditionSays(game, one.condition)}</span>
          <span class={`toggle__end ${one.voids ? 'tone-act' : 'quiet'}`}>{one.voids ? t('goal.voids') : t('goal.stands')} <Rule clause={one.clause} /></span>
        </label>
      ))}
    </fieldset>
  );
}

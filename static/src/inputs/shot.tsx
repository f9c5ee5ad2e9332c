// A shot that was saved: one team, one tap. The goalie in net is remembered; a change is a call of its own.
import { useState } from 'preact/hooks';
import type { Draft } from '../game';
import { useGame } from '../game_screen/open';
import { goalieInNet, goaliesAgainst, nameOf, sides } from '../game_screen/people';
import { t } from '../words/t';
import { LoggingFoot } from './follows';
import { useForesight, type Said } from './foresight';
import { useLogging } from './logging';
import { useOpened } from './opened';
import { Sheet } from './sheet';
import { Goalies, TeamButtons } from './who';

export function ShotSheet() {
  const game = useGame();
  const opened = useOpened();
  const [changing, setChanging] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const inNet = (team: string) => goalieInNet(game, team);
  const said = (team: string): Said => ({ ...opened, type: 'shot', team, ...(inNet(team) && { goalie: inNet(team)! }) });
  const logging = useLogging({ foresight: useForesight(sides(game).filter(({ key }) => inNet(key)).map(({ key }) => said(key))) });
  const shoot = (team: string) => {
    if (inNet(team)) void logging.say(said(team));
    else setChanging(team);
  };
  const change = async (goalie: string, against: string) => {
    const own = sides(game).find((side) => side.players.some((player) => player.id === goalie));
    try {
      await game.log({ type: 'goalie_in', goalie, ...(own && { team: own.key }) } as Draft);
      setChanging(null);
      setFailed(false);
    } catch {
      setFailed(true);
    }
    return against;
  };
  if (changing) {
    return (
      <Sheet title={t('shot.who_in_net')} onBack={() => setChanging(null)}>
        {failed && <p class="notice notice--out" role="alert">{t('not_saved.head')} {t('not_saved.what_now')}</p>}
        <Goalies goalies={goaliesAgainst(game, changing)} chosen={[inNet(changing) ?? '']} pick={(goalie) => void change(goalie, changing)} />
      </Sheet>
    );
  }
  const [home, away] = sides(game);
  const keepers = [...new Set([inNet(home.key), inNet(away.key)])];
  return (
    <Sheet of={opened} title={t('shot.who')} foot={<LoggingFoot logging={logging} />}>
      <div class="in-net">
        {keepers.length === 1
          ? <NetLine goalie={keepers[0] ?? null} change={() => setChanging(home.key)} />
          : [home, away].map((side) => <NetLine key={side.key} goalie={inNet(side.key)} against={side.name} change={() => setChanging(side.key)} />)}
      </div>
      <TeamButtons pick={shoot} label={t('shot.who')} />
    </Sheet>
  );
}

function NetLine({ goalie, against, change }: { goalie: string | null; against?: string; change(): void }) {
  const game = useGame();
  return (
    <div class="in-net__line">
      <span>{goalie ? t('shot.in_net', { who: nameOf(game, goalie) }) : t('shot.nobody_in_net')}{against && <span class="quiet"> {t('shot.against', { team: against })}</span>}</span>
      <button type="button" class="button" onClick={change}>{t('shot.change')}</button>
    </div>
  );
}

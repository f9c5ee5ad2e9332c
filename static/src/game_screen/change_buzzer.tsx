// A buzzer at which all change, every so many seconds of play: counted down with the clock, felt and heard.
import { useEffect, useRef } from 'preact/hooks';
import type { OpenGame } from '../game';
import { lengthOf } from '../clock_face';
import { t } from '../words/t';
import { minutes } from './clock_words';
import { useGame } from './open';
import { signalled } from './sounds';
import { fileOf, rulebookOf, type Screen } from './reading';

/** Seconds from one change to the next in this game's division; null where players change as they like. */
export const buzzerOf = (game: OpenGame, buzzers: Screen['change_buzzers']): number | null =>
  buzzers.find(({ divisions }) => divisions.includes(fileOf(game).game.division ?? ''))?.seconds ?? null;

/** Whether play has just come to the next change. */
export const isChange = (before: number, changes: number, running: boolean): boolean => running && changes === before + 1;

/** What stands under the clock while it runs: the time to the next change. */
export function ChangeBuzzer() {
  const game = useGame();
  const { period, running, left_ms } = game.clock.state.value;
  const every_s = buzzerOf(game, rulebookOf(game).screen.change_buzzers);
  const played_s = Math.floor((lengthOf(period, game.packet) - left_ms) / 1000);
  const changes = every_s ? Math.floor(played_s / every_s) : 0;
  const before = useRef(changes); // a game that is opened, or a clock that is set, is no change
  useEffect(() => {
    if (isChange(before.current, changes, running)) signalled([400, 100, 400]);
    before.current = changes;
  }, [changes]);
  return every_s ? <> · {t('clock.change_in', { time: minutes((every_s - (played_s % every_s)) * 1000) })}</> : null;
}

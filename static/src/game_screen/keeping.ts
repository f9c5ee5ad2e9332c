// Who keeps the clock: the phone that last started, stopped or set it, by the log, so that all agree. The others follow.
import type { OpenGame } from '../game';
import { account } from '../session';
import { t } from '../words/t';
import { isSilent, phonesOf } from './on_the_game';
import { callsOf } from './reading';
import { officialName } from './wording';

const TOLD_LATELY_MS = 120_000; // later it is this phone that hears nothing

export interface Keeping {
  mine: boolean;          // this phone may start and stop it: it keeps it, or nobody does yet
  name: string;           // of the official whose phone keeps it
  heard_ms: number | null; // when that phone was last heard; null: never
  silent: boolean;        // not for a while, as the server said lately: somebody else had better take the clock
}

export function keepingOf(game: OpenGame, now_ms: number): Keeping {
  const { keeper } = game.clock.state.value;
  const { told_ms } = game.devices.value;
  if (keeper === null || keeper === account.value?.device) return { mine: true, name: '', heard_ms: now_ms, silent: false };
  const phone = phonesOf(game).find(({ device }) => device === keeper);
  const name = (officialName(game, callsOf(game).find(({ device }) => device === keeper)?.made_by) || phone?.name) ?? t('phone.other');
  return { mine: false, name, heard_ms: phone?.heard_ms ?? null, silent: now_ms - told_ms < TOLD_LATELY_MS && (!phone || isSilent(phone, told_ms)) };
}

// The last minutes of a period, where the rulebook has the clock run or stop otherwise in them: said as they begin, not with
// the next call. The rules say what holds.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Draft, OpenGame } from '../game';
import { reading } from './clock_words';
import { previewed } from './previewed';
import { rulebookOf, sheetOf, type Clause, type Ruling, type SheetView, type Timing } from './reading';
import { signalled } from './sounds';

type LastMinutes = Clause & { period?: number; last_s?: number };

interface Told { rulings: Ruling[]; timing?: Timing | undefined }

const told = signal<Told & { of: SheetView } | null>(null);

const toldOf = (game: OpenGame): Told | null => (told.value && told.value.of === sheetOf(game) ? told.value : null);

/** What the rules said as the last minutes began, until the next call. */
export const lastMinutes = (game: OpenGame): Ruling[] => toldOf(game)?.rulings ?? [];

/** Whether time is stopped at whistles now, as the rules have it; undefined until they have answered. */
export const timingNow = (game: OpenGame): Timing | undefined => toldOf(game)?.timing ?? sheetOf(game)?.timing;

/** What the rules say of the clock at that reading and not on the sheet. */
export async function newly(game: OpenGame, sheet: SheetView, clock: string): Promise<Told> {
  const next = await previewed(game, { type: 'note', text: clock, clock } as Draft);
  const isOnSheet = ({ reason, because }: Ruling) => sheet.rulings.some((other) => other.code === 'clock' && other.reason === reason && other.because.every((id) => because.includes(id)));
  return { rulings: next?.rulings.filter((ruling) => ruling.code === 'clock' && !isOnSheet(ruling)) ?? [], timing: next?.timing };
}

/** Asks the rules once the clock comes to such minutes. */
export function useLastMinutes(game: OpenGame): void {
  const { period, left_ms, running } = game.clock.state.value;
  const sheet = sheetOf(game);
  const begun = running && (rulebookOf(game).clauses as LastMinutes[]).some((one) => one.last_s !== undefined && one.period === period && left_ms <= one.last_s * 1000);
  useEffect(() => {
    if (!begun || !sheet) return undefined;
    let wanted = true;
    void newly(game, sheet, reading(left_ms)).then((now) => {
      if (!wanted || !now.rulings.length) return;
      told.value = { of: sheet, ...now };
      signalled([300, 100, 300]);
    });
    return () => { wanted = false; };
  }, [begun, sheet]);
}

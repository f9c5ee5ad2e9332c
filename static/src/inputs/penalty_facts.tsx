// What was so about a penalty, where a clause of the rulebook asks: on a breakaway, by whom the puck was had, in full …
import { useGame } from '../game_screen/open';
import { isRead } from '../game_screen/reading';
import { SHAPES } from '../generated/calls';
import { t } from '../words/t';
import { fieldName } from './call_fields';

export type Facts = Record<string, boolean>;

/** Who had the puck is asked both ways: where nobody says, no clause goes by it. */
const BOTH_WAYS = 'in_possession';

/** Yes-or-no fields of a penalty that some clause reads. */
export function usePenaltyFacts(): string[] {
  const game = useGame();
  return Object.entries(SHAPES.penalty).filter(([field, shape]) => shape.kind === 'bool' && isRead(game, 'penalty', field)).map(([field]) => field);
}

export function PenaltyFacts({ fields, facts, set }: { fields: string[]; facts: Facts; set(facts: Facts): void }) {
  const chip = (key: string, field: string, value: boolean, words: string) => {
    const { [field]: now, ...others } = facts;
    return <button key={key} type="button" class="chip" aria-pressed={now === value} onClick={() => set(now === value ? others : { ...others, [field]: value })}>{words}</button>;
  };
  return (
    <>
      {fields.includes(BOTH_WAYS) && (
        <div class="pair" role="group" aria-label={t('penalty.who_had_it')}>
          {chip('yes', BOTH_WAYS, true, t('penalty.offenders_had_it'))}
          {chip('no', BOTH_WAYS, false, t('penalty.others_had_it'))}
        </div>
      )}
      <div class="facts" role="group" aria-label={t('penalty.facts')}>
        {fields.filter((field) => field !== BOTH_WAYS).map((field) => chip(field, field, true, fieldName('penalty', field)))}
      </div>
    </>
  );
}

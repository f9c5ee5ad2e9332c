// Somebody on no roster: a number, and a name where it is known.
import { useMemo } from 'preact/hooks';
import { useGame } from '../game_screen/open';
import { t } from '../words/t';

interface New { id: string; number: string; name?: string }

export function NewPlayer({ value, set }: { value: unknown; set(player: New | undefined): void }) {
  const game = useGame();
  const fresh = useMemo(() => game.newId(), []);
  const player = (value as New | undefined) ?? { id: fresh, number: '' };
  const change = (part: Partial<New>) => {
    const { name, ...rest } = { ...player, ...part };
    set(rest.number ? { ...rest, ...(name && { name }) } : undefined);
  };
  return (
    <>
      <div class="field">
        <label for="new-number">{t('who.which_number')}</label>
        <input id="new-number" class="num" inputMode="numeric" autocomplete="off" maxLength={3} value={player.number} onInput={(event) => change({ number: event.currentTarget.value.replace(/\D/g, '') })} />
      </div>
      <div class="field">
        <label for="new-name">{t('field.name')} <span class="quiet">{t('field.optional')}</span></label>
        <input id="new-name" autocomplete="off" maxLength={100} value={player.name ?? ''} onInput={(event) => change({ name: event.currentTarget.value })} />
      </div>
    </>
  );
}

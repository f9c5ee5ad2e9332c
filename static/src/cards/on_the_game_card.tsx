// Who is on the game: each phone, whose it is, when it was last heard, what of it is on the server and what it still owes.
// Without a network it shows what was last told, and says when that was.
import { useGame } from '../game_screen/open';
import { ago, isSilent, phonesOf, type PhoneOnGame } from '../game_screen/on_the_game';
import { useNow } from '../game_screen/moment';
import { Sheet } from '../inputs/sheet';
import { poke } from '../sync';
import { Substitutes } from './substitutes';
import { catalogued } from '../words/t';
import en from '../words/on_the_game.en.json';

const { t, tn } = catalogued(en, 'on_the_game');

export function OnTheGameCard() {
  const game = useGame();
  const now = useNow();
  const { told_ms } = game.devices.value;
  const phones = phonesOf(game);
  return (
    <Sheet tall title={t('title')} foot={<button type="button" class="button button--wide" onClick={() => poke()}>{t('ask')}</button>}>
      <p class="quiet">{told_ms ? t('told', { ago: ago(told_ms, now) }) : t('never')}</p>
      <ul class="list">{phones.map((phone) => <li key={phone.device}><Row phone={phone} now={now} /></li>)}</ul>
      <Substitutes />
    </Sheet>
  );
}

function Row({ phone, now }: { phone: PhoneOnGame; now: number }) {
  const { name, kind, here, received, owes, keeps, left, heard_ms } = phone;
  return (
    <div class="row">
      <span class="row__main">{name}
        <span class="row__sub">{[here ? t('this') : kind, keeps && t('keeps')].filter(Boolean).join(' · ')}</span>
        <span class="row__sub num">{here ? '' : t('heard', { ago: ago(heard_ms, now) })} {tn('received', received)}</span>
        {left && <span class="row__sub">{t('left')}</span>}
      </span>
      <span class="row__end">
        {owes > 0 ? <span class="badge badge--act">{tn('owes', owes)}</span> : isSilent(phone, now) ? <span class="badge badge--wait">{t('silent')}</span> : <span class="badge">{t('all')}</span>}
      </span>
    </div>
  );
}

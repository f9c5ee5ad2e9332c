// Who: both teams side by side where they fit, else one at a time, by roster or by keypad. Always in the roster's order; nothing moves.
import { useState } from 'preact/hooks';
import { useGame } from '../game_screen/open';
import { freeGoalies, goalieInNet, markOf, playerOf, sides, struck, type Mark, type Side } from '../game_screen/people';
import { fileOf, type Goalie, type Player } from '../game_screen/reading';
import { TeamColour } from '../game_screen/team_colour';
import { WhoIsOut } from '../game_screen/who_is_out';
import { useSettling } from '../screens/settling';
import { t } from '../words/t';
import { AddNumber } from './add_number';
import { changeKeypad, Keypad, keypad } from './keypad';

export interface Chosen { team?: string; player?: string; goalie?: string; staff?: string; bench?: true }

interface Props {
  pick(chosen: Chosen): void;
  only?: string | undefined;      // one team's people
  first?: string | undefined;     // whose people are shown first, where they are shown one team at a time
  others?: boolean;               // staff and goalies of no team, too
  bench?: boolean;                // and the bench as such
  chosen?: string[];              // ids that are marked
  disabled?: boolean;
  note?: ((id: string) => string | null) | undefined; // a word under a number
  oneMore?: ReadonlySet<string> | undefined;          // whom one more penalty would put out
}

/** More players than this in a team and one team is shown at a time. */
const SIDE_BY_SIDE = 12;

export function Who({ pick, only, first, others = false, bench = false, chosen = [], disabled = false, note, oneMore }: Props) {
  const game = useGame();
  const both = sides(game).filter((side) => !only || side.key === only);
  const [team, setTeam] = useState<string | null>(first ?? null);
  useSettling(`${team} ${both.map((side) => side.players.length).join(' ')}`); // another phone may add a number
  const big = both.some((side) => side.players.length > SIDE_BY_SIDE);
  const many = both.length > 1 && big;
  if (many && !team) return <TeamButtons pick={setTeam} />;
  const shown = many ? both.filter((side) => side.key === team) : both;
  const goalies = others ? freeGoalies(game) : [];
  return (
    <div class="who">
      {many && <TeamTabs chosen={shown[0]!.key} pick={setTeam} />}
      {big && <button type="button" class="button button--quiet who__by" onClick={() => changeKeypad()}>{t(keypad.value ? 'who.by_roster' : 'who.by_keypad')}</button>}
      <div class={shown.length > 1 ? 'who__sides' : 'who__side'}>
        {shown.map((side) => (
          <TeamSide key={side.key} side={side} alone={shown.length === 1} keys={big && keypad.value} {...{ pick, others, bench, chosen, disabled, note, oneMore }} />
        ))}
      </div>
      {goalies.length > 0 && <Goalies goalies={goalies} chosen={chosen} oneMore={oneMore} pick={(goalie) => pick({ goalie })} />}
      <WhoIsOut ids={[...shown.flatMap((side) => [...side.players, ...(others ? side.staff : [])]), ...goalies].map(({ id }) => id)} />
    </div>
  );
}

type SideProps = Pick<Props, 'pick' | 'others' | 'bench' | 'chosen' | 'disabled' | 'note' | 'oneMore'> & { side: Side; alone: boolean; keys: boolean };

function TeamSide({ side, alone, keys, pick, others, bench, chosen = [], disabled, note, oneMore }: SideProps) {
  const game = useGame();
  const [typed, setTyped] = useState('');
  const joined = side.players.length > (fileOf(game).teams[side.key]?.players.length ?? 0); // before it, room is kept for one
  const button = (player: Player) => (
    <NumberButton key={player.id} player={player} note={note?.(player.id) ?? null} near={oneMore?.has(player.id) ?? false} pressed={chosen.includes(player.id) || undefined} disabled={disabled ?? false}
      pick={() => pick({ team: side.key, player: player.id })} />
  );
  return (
    <section aria-label={side.name}>
      <h3 class="who__team"><TeamColour team={side.key} /> {side.name}</h3>
      {keys && <Keypad players={side.players} player={button} {...{ typed, setTyped }} />}
      <div class={alone ? 'numbers numbers--wide' : 'numbers'}>
        {!keys && side.players.map(button)}
        <AddNumber team={side.key} typed={keys && !side.players.some(({ number }) => number === typed) ? typed : ''} pick={(id) => pick({ team: side.key, player: id })} />
        {!keys && !joined && <span class="numbers__spare" />}
      </div>
      <div class="who__bench">
        {bench && <button type="button" class="button who__as_such" onClick={() => pick({ team: side.key, bench: true })}>{t('who.bench_button')}</button>}
        {others && side.staff.map((staff) => (
          <button key={staff.id} type="button" class="button" aria-pressed={chosen.includes(staff.id) || undefined} onClick={() => pick({ team: side.key, staff: staff.id })}>
            <span class={struck(game, staff.id)}>{staff.name ?? staff.role ?? staff.id}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

interface NumberProps { player: Player; pick(): void; pressed: boolean | undefined; disabled?: boolean; note?: string | null; near?: boolean }

export function NumberButton({ player, pick, pressed, disabled = false, note = null, near = false }: NumberProps) {
  const mark = gravest(markOf(useGame(), player.id), near);
  const words = note ?? (mark ? t(`mark.${mark}`) : surname(player.name));
  return (
    <button type="button" class={`number${mark ? ` number--${mark}` : ''}`} data-player={player.id} aria-pressed={pressed} disabled={disabled} onClick={pick}>
      <span class={`number__figure ${mark === 'out' ? 'is-struck' : ''}`}>{player.number}</span>
      <span class="number__words">{words}</span>
    </button>
  );
}

/** `near`: the penalty that is being called would put them one short of being out. */
const gravest = (mark: Mark, near: boolean): Mark => (near && mark !== 'out' ? 'one_away' : mark);

/** One of two big teams at a time, the other one tap away. */
function TeamTabs({ chosen, pick }: { chosen: string; pick(key: string): void }) {
  return (
    <div class="pair" role="group" aria-label={t('team')}>
      {sides(useGame()).map((side) => (
        <button key={side.key} type="button" class="button" aria-pressed={chosen === side.key} onClick={() => pick(side.key)}><span><TeamColour team={side.key} /> {side.name}</span></button>
      ))}
    </div>
  );
}

/** What fits under a number: the last word of a name. */
const surname = (name: string | undefined): string => name?.trim().split(/\s+/).at(-1) ?? '';

export function Goalies({ goalies, chosen = [], pick, oneMore }: { goalies: Goalie[]; chosen?: string[]; pick(id: string): void; oneMore?: ReadonlySet<string> | undefined }) {
  const game = useGame();
  const heading = t(goalies.some(({ id }) => playerOf(game, id)) ? 'who.goalies' : 'who.goalies_of_no_team');
  const inNet = sides(game).map(({ key }) => goalieInNet(game, key));
  return (
    <section aria-label={heading}>
      <h3 class="who__team">{heading}</h3>
      <div class="who__goalies">
        {goalies.map((goalie) => {
          const mark = gravest(markOf(game, goalie.id), oneMore?.has(goalie.id) ?? false);
          const team = playerOf(game, goalie.id)?.team;
          const words = [inNet.includes(goalie.id) && t('who.in_net'), mark && t(`mark.${mark}`)].filter(Boolean).join(' · ');
          return (
            <button key={goalie.id} type="button" class={`button goalie${mark ? ` number--${mark}` : ''}`} aria-pressed={chosen.includes(goalie.id) || undefined} onClick={() => pick(goalie.id)}>
              <span class={mark === 'out' ? 'is-struck' : ''}>{team && <TeamColour team={team} />} {goalie.name ?? goalie.id}</span>
              {words && <span class="number__words">{words}</span>}
            </button>
          );
        })}
      </div>
    </section>
  );
}

export function TeamButtons({ pick, label, chosen, detail }: { pick(key: string): void; label?: string; chosen?: string | undefined; detail?: (key: string) => string }) {
  return (
    <div class="pair" role="group" aria-label={label ?? t('team')}>
      {sides(useGame()).map((side) => (
        <button key={side.key} type="button" class="button button--team" aria-pressed={chosen === undefined ? undefined : chosen === side.key} onClick={() => pick(side.key)}>
          <span><TeamColour team={side.key} /> {side.name}</span>
          {detail && <span class="button__detail">{detail(side.key)}</span>}
        </button>
      ))}
    </div>
  );
}

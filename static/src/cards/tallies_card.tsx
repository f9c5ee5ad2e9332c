// Everybody's counts, and who is out or one short of it: this game's apart from those over several games, and what these rest on.
import { basisWords } from '../game_screen/basis';
import { useGame } from '../game_screen/open';
import { freeGoalies, markOf, sides, struck } from '../game_screen/people';
import { historyOf, sheetOf, type Ruling } from '../game_screen/reading';
import { Sheet } from '../inputs/sheet';
import { catalogued, t, word } from '../words/t';
import words from '../words/tallies.en.json';

const ours = catalogued(words, 'tallies');

export function TalliesCard() {
  const game = useGame();
  const tallies = sheetOf(game)?.tallies;
  const goalies = freeGoalies(game);
  const rests = basisWords(game);
  const before = (goalie: string) => historyOf(game).goalies?.[goalie]?.penalties ?? 0;
  const all = (goalie: string) => tallies?.goalies[goalie]?.penalties ?? before(goalie);
  return (
    <Sheet tall title={t('tallies.title')}>
      {sides(game).map((side) => (
        <Table key={side.key} caption={ours.t('this_game', { who: side.name, counts: byPeriod(tallies?.teams[side.key]?.by_period) })} columns={[ours.t('penalties')]}
          rows={side.players.map((player) => ({ id: player.id, name: `#${player.number} ${player.name ?? ''}`, figures: [tallies?.players[player.id]?.penalties ?? 0] }))} />
      ))}
      {goalies.length > 0 && (
        <Table caption={ours.t('goalies.game')} columns={[ours.t('penalties'), ours.t('shots'), ours.t('goals')]}
          rows={goalies.map((goalie) => {
            const own = tallies?.goalies[goalie.id];
            return { id: goalie.id, name: goalie.name ?? goalie.id, figures: [all(goalie.id) - before(goalie.id), own?.shots ?? 0, own?.goals ?? 0] };
          })} />
      )}
      {goalies.length > 0 && (
        <Table caption={ours.t('goalies.all')} columns={[ours.t('penalties.before'), ours.t('penalties.all')]}
          rows={goalies.map((goalie) => ({ id: goalie.id, name: goalie.name ?? goalie.id, figures: [before(goalie.id), all(goalie.id)] }))} />
      )}
      <p class={rests ? 'notice notice--wait' : 'quiet'}>{rests || t('basis.server')}</p>
    </Sheet>
  );
}

interface Row { id: string; name: string; figures: number[] }

function Table({ caption, columns, rows }: { caption: string; columns: string[]; rows: Row[] }) {
  const game = useGame();
  return (
    <section>
      <h3 class="who__team">{caption}</h3>
      <div class="table-frame" role="region" aria-label={caption} tabIndex={0}>
        <table class="table">
          <thead><tr><th scope="col">{ours.t('who')}</th>{columns.map((column) => <th key={column} scope="col" class="num">{column}</th>)}</tr></thead>
          <tbody>
            {rows.map((row) => {
              const mark = markOf(game, row.id);
              return (
                <tr key={row.id}>
                  <th scope="row"><span class={struck(game, row.id)}>{row.name}</span> {mark && <span class={`badge badge--${mark === 'out' ? 'out' : 'act'}`}>{mark !== 'one_away' ? t(`mark.${mark}`) : oneMore(sheetOf(game)?.rulings ?? [], row.id)}</span>}</th>
                  {row.figures.map((figure, index) => <td key={columns[index]} class="num">{figure}</td>)}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** "One more: out of the tournament". */
function oneMore(rulings: Ruling[], id: string): string {
  const away = rulings.find((ruling) => ruling.code === 'one_away' && [ruling.player, ruling.goalie, ruling.staff].includes(id));
  return ours.t('one_more', { what: word(`ruling.${away?.of ?? ''}`) });
}

function byPeriod(counts: Record<string, number> | undefined): string {
  const parts = Object.entries(counts ?? {}).map(([period, n]) => ours.t('by_period', { period: /^\d+$/.test(period) ? t('period.short', { n: period }) : period, n }));
  return parts.join(', ') || ours.t('no_penalties');
}

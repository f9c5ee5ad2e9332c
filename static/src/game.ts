// One open game: its log on this phone, what the rules make of it, and what the server has yet to answer for. Logging
// rests on the phone alone; rules and network follow when they can.
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { newId } from './call_id';
import { onChange } from './changes';
import { covered } from './covers';
import { counted, sheetOf, type Counted } from './counted';
import { runClock, type GameClock, type RunningClock } from './game_clock';
import { basisOf, type Basis, type HistoryNote } from './history';
import { append, lookAhead, recordsOf } from './log';
import { inOrder } from './order';
import { keptPacket, refreshPacket } from './packets';
import { keepStorage } from './persistence';
import { pulled } from './pull';
import { rules, Superseded } from './rules';
import { account } from './session';
import { follow } from './sync';
import { notSaved, settled } from './unsaved';
import { buildId } from './worker_client';
import type { Call, CallCode, Decision, Draft, Fault, GameDevice, History, Packet, Progress, Sheet } from './generated/calls';
import type { CallRecord, Identity } from './stores';

export type { Draft } from './generated/calls';
export type { GameClock } from './game_clock';
export type { HistoryNote } from './history';
export { NotSaved } from './database';
export { Superseded } from './rules';

const TRY_RULES_AGAIN_MS = 10_000;
const LAST = '9999999999999-0000'; // a stamp after all others

/** A call with what became of it: `result` is undefined until the server has answered. */
export type LoggedCall = Call & { sent: boolean; by_hand?: true; result?: 'accepted' | 'held' | 'refused'; code?: CallCode; says?: string };

export interface OpenGame {
  readonly id: string;
  readonly packet: Packet;                                                // reads anew where the server has a newer one
  readonly calls: ReadonlySignal<LoggedCall[]>;                           // canonical order
  readonly sheet: ReadonlySignal<Sheet | null>;                           // null until the engine has answered once
  readonly ruling: ReadonlySignal<'starting' | 'ruling' | 'ready' | 'failed'>;
  readonly unsent: ReadonlySignal<number>;
  readonly basis: ReadonlySignal<HistoryNote[]>;                          // what the tallies rest on
  readonly history: ReadonlySignal<History>;                              // what earlier games carry in, as this phone knows it
  readonly progress: ReadonlySignal<Record<string, Progress>>;            // by device: how far the server has everything
  readonly devices: ReadonlySignal<{ all: GameDevice[]; told_ms: number }>; // on this game, as the server last told, and when; 0: never
  readonly notRuledOn: ReadonlySignal<boolean>;                           // the server's rules fail on this log, as it last told
  readonly olderRules: ReadonlySignal<boolean>;                           // the server's sheet is that of older rules, and these say otherwise
  readonly revision: ReadonlySignal<number>;                              // of the server's sheet, once signed off; 0: not yet
  readonly undecided: ReadonlySignal<string[]>;                           // ids of calls that wait for a head referee's or director's word
  readonly decides: boolean;                                              // whether that is the official here
  readonly decisions: ReadonlySignal<Decision[]>;                         // a director's, on rulings of this game
  readonly clock: GameClock;
  newId(): string;                                                        // when an input sheet opens
  check(call: Draft): Promise<Fault[]>;                                   // pointers start at the call: /player
  preview(...calls: Draft[]): Promise<Sheet>;                             // as if they were logged; throws Superseded where a newer one was asked for
  ifAdmitted(id: string): Promise<Sheet>;                                 // the sheet with that call in it
  asOf(id: string): Promise<Sheet>;                                       // as it stood once that call was logged
  log(...calls: (Draft & { called_by?: string })[]): Promise<void>;       // resolves once on disk; throws NotSaved, and what comes behind is not logged; one id is one call
  undo(id: string, reason: string): Promise<void>;
  close(): void;
}

/** The game cannot be opened: its packet is not here and cannot be had now. */
export class NoPacket extends Error {}

/** Open a game of the signed-in official. Works without a network where the packet is here. Throws NoPacket. */
export async function openGame(id: string): Promise<OpenGame> {
  const identity = account.value;
  if (!identity) throw new NoPacket('nobody is signed in');
  let packet = await keptPacket(identity.account, id);
  if (!packet) {
    await refreshPacket(identity, id).catch((error: unknown) => { throw new NoPacket(String(error), { cause: error }); });
    packet = await keptPacket(identity.account, id);
  }
  if (!packet) throw new NoPacket(`no packet of ${id}`);
  void keepStorage();
  const game = new Game(id, identity, packet);
  void lookAhead(identity.account, id).catch(() => undefined); // its first call is written at once, too
  await game.read();
  return game;
}

class Game implements OpenGame {
  readonly calls: ReadonlySignal<LoggedCall[]>;
  readonly unsent: ReadonlySignal<number>;
  readonly sheet: ReadonlySignal<Sheet | null>;
  readonly basis: ReadonlySignal<HistoryNote[]>;
  readonly history: ReadonlySignal<History>;
  readonly ruling = signal<'starting' | 'ruling' | 'ready' | 'failed'>('starting');
  readonly progress = signal<Record<string, Progress>>({});
  readonly devices = signal<{ all: GameDevice[]; told_ms: number }>({ all: [], told_ms: 0 });
  readonly notRuledOn = signal(false);
  readonly olderRules = signal(false);
  readonly revision = signal(0);
  readonly undecided: ReadonlySignal<string[]>;
  readonly decisions = signal<Decision[]>([]);
  readonly clock: RunningClock;
  readonly #packet: Signal<Packet>;
  readonly #records = signal<CallRecord[]>([]);
  readonly #ruled = signal<Counted | null>(null);
  readonly #basis = signal<Basis | null>(null);
  readonly #stop: (() => void)[];
  #answered: ReadonlySet<string> = new Set(); // ids of the calls that the rules have ruled on
  #ahead: { of: unknown[]; answer: Promise<Counted> } | null = null; // what the rules were asked before the disk had answered
  #round = 0;
  #readings = 0;
  #logging = 0;
  #unruled = false; // calls are shown that the rules are asked about with those behind them, which one tap logged, too
  #changed = false; // something is to be read, once the tap under way is answered
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string, private readonly identity: Identity, packet: Packet) {
    const kept = signal(packet);
    this.#packet = kept;
    this.calls = computed(() => this.#records.value.map((record) => shown(record, this.#ruled.value?.waiting)));
    this.unsent = computed(() => this.#records.value.filter(({ outbox }) => outbox).length);
    this.sheet = computed(() => this.#ruled.value?.sheet ?? null);
    this.undecided = computed(() => this.#ruled.value?.undecided ?? []);
    this.basis = computed(() => this.#basis.value?.notes ?? []);
    this.history = computed(() => this.#basis.value?.history ?? kept.value.game_file.history);
    const counting = computed(() => this.calls.value.filter(({ result }) => result !== 'refused' && result !== 'held'));
    this.clock = runClock(counting, kept, (call) => this.log(call));
    this.#stop = [
      onChange(({ game, of }) => {
        if (game === id && of === 'packet') void this.#readPacket().catch(() => undefined); // what is shown stays; storage says why
        else if (game === id) {
          this.#changed = true;
          this.#readWhatChanged();
        } else if (this.packet.earlier.some((earlier) => earlier.game === game)) void this.#rule(true);
      }),
      follow(id),
    ];
  }

  get packet(): Packet {
    return this.#packet.value;
  }

  newId = () => newId();

  /** Read what is kept. Of readings that overlap, the last begun is shown. */
  async read(): Promise<void> {
    const reading = ++this.#readings;
    const [records, pull] = await Promise.all([recordsOf(this.identity.account, this.id), pulled(this.identity.account, this.id)]);
    if (reading !== this.#readings) return;
    this.progress.value = pull?.progress ?? {};
    this.devices.value = { all: pull?.devices ?? [], told_ms: pull?.told_ms ?? 0 };
    this.notRuledOn.value = pull?.not_ruled_on ?? false;
    this.olderRules.value = pull?.older_rules ?? false;
    this.revision.value = pull?.revision ?? 0;
    this.decisions.value = pull?.decisions ?? [];
    this.#show(records);
  }

  /** Not while a tap waits for disk or rules: what it wrote is known, and reading it again would hold its answer up. */
  #readWhatChanged(): void {
    if (!this.#changed || this.#logging || this.ruling.value === 'ruling') return;
    this.#changed = false;
    void this.read().catch(() => undefined); // what is shown stays; storage says why
  }

  /** Show these records and rule on them, unless they are those shown already. */
  #show(records: CallRecord[]): void {
    const placed = records.sort((a, b) => inOrder(a.call, b.call));
    if (this.#round && marks(placed) === marks(this.#records.value)) return;
    this.#records.value = placed;
    if (this.#logging > 1 && this.ruling.value !== 'starting') {
      this.#unruled = true;
      this.ruling.value = 'ruling';
    } else void this.#rule(false);
  }

  async check(draft: Draft): Promise<Fault[]> {
    const { game_file, rulebook, words } = this.packet;
    return rules.ask<Fault[]>({ do: 'check_call', call: this.#asIfLogged(draft), others: this.#counting(), game: { ...game_file, calls: [] }, rulebook, words });
  }

  async preview(...drafts: Draft[]): Promise<Sheet> {
    const history = (await this.#basisNow()).history;
    return sheetOf(this.packet, { ...this.packet.game_file, history }, [...this.#counting(), ...drafts.map(this.#asIfLogged)], 'preview');
  }

  async ifAdmitted(id: string): Promise<Sheet> {
    const call = { id: newId(), type: 'admit', calls: [id], device: this.identity.device, n: 0, hlc: LAST } as unknown as Call;
    const admitting: CallRecord = { account: this.identity.account, game: this.id, id: call.id, call, own: true };
    const { history } = await this.#basisNow();
    return (await counted(this.packet, history, [...this.#records.value, admitting], true, `if ${id}`)).sheet;
  }

  async asOf(id: string): Promise<Sheet> {
    const all = this.calls.value;
    const { history } = await this.#basisNow();
    const then = new Set(all.slice(0, all.findIndex((call) => call.id === id) + 1).map((call) => call.id));
    return (await counted(this.packet, history, this.#records.value.filter((record) => then.has(record.id)), this.decides, 'as of')).sheet;
  }

  async log(...drafts: (Draft & { called_by?: string })[]): Promise<void> {
    let left = drafts.length;
    this.#logging += left;
    try {
      for (const draft of drafts) {
        await this.#keep(draft);
        this.#logging--;
        left--;
      }
    } finally {
      this.#logging -= left;
      if (!this.#logging && this.#unruled) void this.#rule(false); // the last one was not saved
      this.#readWhatChanged();
    }
  }

  async #keep(draft: Draft & { called_by?: string }): Promise<void> {
    const { account } = this.identity;
    const said = { ...this.clock.stamp(draft), id: draft.id ?? newId() };
    const page = { account, game: this.id, packet: this.packet.digest, app: buildId() };
    const record = await append(page, said, (soon) => this.#askAhead(soon)).catch((error: unknown) => {
      notSaved({ account, game: this.id, said });
      throw error;
    });
    settled(said.id);
    if (!this.#records.value.some(({ id }) => id === record.id)) this.#show([...this.#records.value, record]);
  }

  undo(id: string, reason: string): Promise<void> {
    return this.log({ type: 'void', call: id, reason });
  }

  close(): void {
    this.#stop.forEach((stop) => stop());
    this.clock.end();
    clearTimeout(this.#again);
    this.#round = Infinity;
  }

  /** With what the phone adds: the clock's time and, where the log is signed off, what the sign-off covers. */
  #asIfLogged = (draft: Draft) => {
    const call = { ...this.clock.stamp(draft), id: draft.id ?? newId() };
    return call.type === 'sign_off' ? { ...call, heads: covered(this.#records.value, this.progress.value) } : call;
  };

  /** Calls that count, with those the rules have yet to answer for: what was logged a moment ago is known to the next call. */
  #counting = (): Call[] => {
    const fresh = this.#records.value.filter(({ id, result }) => !this.#answered.has(id) && (!result || result === 'accepted'));
    return [...(this.#ruled.value?.calls ?? []), ...fresh.map(({ call }) => call)].sort(inOrder);
  };

  async #basisNow(): Promise<Basis> {
    return (this.#basis.value ??= await basisOf(this.identity.account, this.packet));
  }

  async #readPacket(): Promise<void> {
    const packet = await keptPacket(this.identity.account, this.id);
    if (!packet) return;
    this.#packet.value = packet;
    await this.#rule(true);
  }

  /** Ask the rules anew; `afresh`: what earlier games carry in may have changed, too. */
  async #rule(afresh: boolean): Promise<void> {
    const round = ++this.#round;
    this.#unruled = false;
    clearTimeout(this.#again);
    if (this.ruling.value !== 'starting') this.ruling.value = 'ruling';
    try {
      const basis = afresh ? await basisOf(this.identity.account, this.packet) : await this.#basisNow();
      if (round !== this.#round) return;
      this.#basis.value = basis;
      const records = this.#records.value;
      const ruled = await this.#counted(basis.history, records);
      if (round !== this.#round) return;
      this.#answered = new Set(records.map(({ id }) => id));
      this.#ruled.value = ruled;
      this.ruling.value = 'ready';
    } catch (error) {
      if (error instanceof Superseded || round !== this.#round) return;
      this.ruling.value = 'failed';
      this.#again = setTimeout(() => void this.#rule(true), TRY_RULES_AGAIN_MS);
    }
    this.#readWhatChanged();
  }

  /** The rules are at work while the disk is. */
  #askAhead(record: CallRecord): void {
    if ((this.ruling.value !== 'ready' && !this.#unruled) || this.#logging > 1 || !this.#basis.value || this.#records.value.some(({ id }) => id === record.id)) return;
    const { history } = this.#basis.value;
    const records = [...this.#records.value, record].sort((a, b) => inOrder(a.call, b.call));
    const answer = this.#ask(history, records);
    answer.catch(() => undefined);
    this.#ahead = { of: this.#asked(history, records), answer };
  }

  /** What counts, and the sheet: as asked ahead, where nothing that was asked has changed since. */
  #counted(history: History, records: CallRecord[]): Promise<Counted> {
    const of = this.#asked(history, records);
    const ahead = this.#ahead;
    this.#ahead = null;
    return ahead?.of.length === of.length && of.every((part, at) => part === ahead.of[at]) ? ahead.answer : this.#ask(history, records);
  }

  #ask = (history: History, records: CallRecord[]) => counted(this.packet, history, records, this.decides, `sheet of ${this.id}`);

  /** All that the answer hangs on. Nothing of it is ever changed in its place. */
  #asked = (history: History, records: CallRecord[]): unknown[] => [this.packet, history, this.decides, ...records];

  get decides(): boolean {
    const here = this.packet.officials.find((official) => official.account === this.identity.account);
    return here?.head === true || this.identity.roles.includes('director');
  }
}

/** What can change of records that are shown. */
const marks = (records: CallRecord[]) => records.map(({ id, call, outbox, seq, result, code }) => [id, call.device, call.n, outbox, seq, result, code].join()).join('|');

function shown({ call, outbox, by_hand, result, code, says }: CallRecord, waiting: Counted['waiting'] | undefined): LoggedCall {
  const waits = waiting?.get(call.id);
  const verdict = waits ? 'held' : result === 'held' && waiting ? 'accepted' : result;
  const why = waits ?? (result === 'held' && waiting ? undefined : code);
  return { ...call, sent: !outbox, ...(by_hand && { by_hand }), ...(verdict ? { result: verdict } : {}), ...(why ? { code: why } : {}), ...(says ? { says } : {}) } as LoggedCall;
}

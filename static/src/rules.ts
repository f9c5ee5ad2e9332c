// Ask the rules: a request goes to the engine's Worker and an answer comes back. One request at a time, each with a
// time limit, after which the Worker is replaced and the request tried once more. The engine is loaded after the first paint.
import { signal, type ReadonlySignal } from '@preact/signals';

declare const RULES_WORKER_URL: string;

const START_LIMIT_MS = 20_000;
const ANSWER_LIMIT_MS = 5_000;

/** The engine could not answer, or said that the request has a fault. */
export class RulesFailed extends Error {}

/** A newer request of the same kind took this one's place before it was its turn. */
export class Superseded extends Error {}

interface Request {
  do: string;
  rulebook?: object; // goes over to a Worker once, with the words: it reads them once, not at every tap
  [argument: string]: unknown;
}

interface Asked {
  request: Request;
  latest: string | undefined;
  settle: (text: string) => void;
  fail: (why: Error) => void;
}

export interface EngineWorker {
  postMessage(message: { id: number; text: string }): void;
  terminate(): void;
  onmessage: ((event: { data: { id: number; text?: string; error?: string } }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
}

export class Rules {
  readonly state: ReadonlySignal<'idle' | 'starting' | 'ready' | 'failed'>;
  #state = signal<'idle' | 'starting' | 'ready' | 'failed'>('idle');
  #queue: Asked[] = [];
  #busy = false;
  #worker: EngineWorker | undefined;
  #kept: object | undefined; // the rulebook that this Worker holds
  #asked = 0;

  constructor(
    private readonly newWorker: () => EngineWorker,
    private readonly start_limit_ms = START_LIMIT_MS,
    private readonly answer_limit_ms = ANSWER_LIMIT_MS,
    private readonly whenPainted: () => Promise<void> = painted,
  ) {
    this.state = this.#state;
  }

  /** The engine's `ok` for a request. Of those that wait under one name of `latest`, the newest stays; the others throw Superseded. */
  ask<Answer>(request: Request, latest?: string): Promise<Answer> {
    const answer = new Promise<string>((settle, fail) => {
      if (latest) {
        for (const older of this.#queue.filter((one) => one.latest === latest)) older.fail(new Superseded());
        this.#queue = this.#queue.filter((one) => one.latest !== latest);
      }
      this.#queue.push({ request, latest, settle, fail });
    });
    void this.#work();
    return answer.then((text) => {
      const said = JSON.parse(text) as { ok: Answer } | { fault: string };
      if ('fault' in said) throw new RulesFailed(said.fault);
      return said.ok;
    });
  }

  async #work() {
    if (this.#busy) return;
    this.#busy = true;
    if (!this.#worker) await this.whenPainted();
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const { request } = next;
      await this.#answer(request).catch(() => this.#answer(request)).then(next.settle, next.fail);
    }
    this.#busy = false;
  }

  /** The request as text, without a rulebook that the Worker has already. */
  #toldOnce(request: Request): string {
    if (!request.rulebook || request.rulebook !== this.#kept) {
      this.#kept = request.rulebook ?? this.#kept;
      return JSON.stringify(request);
    }
    const { rulebook: _, words: __, ...rest } = request;
    return JSON.stringify(rest);
  }

  #answer(request: Request): Promise<string> {
    const fresh = !this.#worker;
    if (fresh) this.#state.value = 'starting';
    const worker = this.#worker ??= this.newWorker();
    const id = ++this.#asked;
    const text = this.#toldOnce(request);
    return new Promise<string>((settle, fail) => {
      const giveUp = (why: string) => {
        clearTimeout(timer);
        worker.terminate();
        this.#worker = undefined;
        this.#kept = undefined;
        this.#state.value = 'failed';
        fail(new RulesFailed(why));
      };
      const timer = setTimeout(() => giveUp('no answer in time'), fresh ? this.start_limit_ms : this.answer_limit_ms);
      worker.onerror = (event) => giveUp(event.message ?? 'the Worker did not start');
      worker.onmessage = ({ data }) => {
        if (data.id !== id) return;
        if (data.text === undefined) return giveUp(data.error ?? 'no answer');
        clearTimeout(timer);
        this.#state.value = 'ready';
        settle(data.text);
      };
      worker.postMessage({ id, text });
    });
  }
}

/** Resolves once the page has painted, or after a second where it is not on show. */
function painted(): Promise<void> {
  return new Promise((go) => {
    const timer = setTimeout(go, 1_000);
    requestAnimationFrame(() => setTimeout(() => { clearTimeout(timer); go(); }));
  });
}

export const rules = new Rules(() => new Worker(RULES_WORKER_URL, { type: 'module', name: 'rules' }) as unknown as EngineWorker);

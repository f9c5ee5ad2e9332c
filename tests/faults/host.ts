// What the faults do to a phone from within, in Node and in Chromium alike: its clock jumps, its waits pass quickly, and its
// requests carry its name, so that the network between knows whose they are.

const SHORTENED_FROM_MS = 5_000; // the database's own limit of 3 s stays
const TIMES_FASTER = 3;

let jumped_ms = 0;
const RealDate = Date;

/** Let this phone's clock be so many milliseconds off from now on. */
export function jump(ms: number): void {
  jumped_ms = ms;
}

export function takeOver(phone: string, origin: string): void {
  globalThis.Date = class extends RealDate {
    constructor(...given: [] | [number]) {
      super(...((given.length ? given : [RealDate.now() + jumped_ms]) as [number]));
    }
    static override now() {
      return RealDate.now() + jumped_ms;
    }
  } as DateConstructor;
  const realTimeout = globalThis.setTimeout;
  globalThis.setTimeout = ((go: () => void, ms = 0, ...given: []) => realTimeout(go, ms >= SHORTENED_FROM_MS ? ms / TIMES_FASTER : ms, ...given)) as typeof setTimeout;
  const realFetch = globalThis.fetch.bind(globalThis);
  globalThis.fetch = (path, options) => realFetch(origin + String(path), { ...options, headers: { ...(options?.headers as object), 'x-phone': phone } });
}

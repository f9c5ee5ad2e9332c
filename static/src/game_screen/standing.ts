// The log as it stands: amendments applied, voided calls marked, nothing taken away.
import type { CallView } from './reading';

export interface Standing {
  call: CallView;          // with the amendments that hold
  logged: CallView;        // as it was made
  voidedBy: string | null; // id of the void that holds
  changes: CallView[];     // amendments and voids of this call, in order, also those voided themselves or not accepted
  sameAs: string | null;   // the call that counts for this one
}

export const isAccepted = ({ result }: CallView): boolean => result !== 'held' && result !== 'refused';

const known = new WeakMap<CallView[], Standing[]>();

/** Every call with what later calls made of it, in the log's order. Worked out once for each state of the log. */
export function standing(calls: CallView[]): Standing[] {
  const entries = known.get(calls) ?? workOut(calls);
  known.set(calls, entries);
  return entries;
}

function workOut(calls: CallView[]): Standing[] {
  const results = new Map(calls.map((call) => [call.id, isAccepted(call)]));
  const holds = (word: CallView) => isAccepted(word) || results.get(word.call ?? '') === false; // what waits itself can be put right while it does
  const voids = holdingVoids(calls.filter(holds));
  const entries = new Map<string, Standing>();
  for (const logged of calls) {
    entries.set(logged.id, { call: logged, logged, voidedBy: voids.get(logged.id) ?? null, changes: [], sameAs: null });
  }
  for (const logged of calls) {
    const about = logged.call ? entries.get(logged.call) : undefined;
    if (about && (logged.type === 'amend' || logged.type === 'void')) {
      about.changes.push(logged);
      if (logged.type === 'amend' && holds(logged) && !voids.has(logged.id)) about.call = amended(about.call, logged.set ?? {});
    }
    if (logged.type === 'same_event' && isAccepted(logged) && !voids.has(logged.id)) mergeSame(logged.calls ?? [], entries);
  }
  return [...entries.values()];
}

const counted = new WeakMap<CallView[], CallView[]>();

/** Calls that count, as amended. */
export function counting(calls: CallView[]): CallView[] {
  const found = counted.get(calls) ?? standing(calls).filter((entry) => !entry.voidedBy && !entry.sameAs).map((entry) => entry.call);
  counted.set(calls, found);
  return found;
}

/** The last penalty of the team opposite `team` whose coincident label still lacks its other half. */
export function unpaired(calls: CallView[], team: string | undefined): CallView | undefined {
  const labelled = calls.filter((call) => call.type === 'penalty' && call['coincident']);
  const count = (label: unknown, own: boolean) => labelled.filter((call) => call['coincident'] === label && (call.team === team) === own).length;
  return labelled.findLast((call) => call.team !== team && count(call['coincident'], false) > count(call['coincident'], true));
}

/** Whether a penalty was called as one of a pair and is alone yet. */
export function isHalf(calls: CallView[], { coincident: label, team }: CallView): boolean {
  const count = (own: boolean) => calls.filter((call) => call.type === 'penalty' && call['coincident'] === label && (call.team === team) === own).length;
  return label !== undefined && count(true) > count(false);
}

function amended(call: CallView, set: Record<string, unknown>): CallView {
  const next: CallView = { ...call };
  for (const [field, value] of Object.entries(set)) {
    if (value === null) delete next[field];
    else next[field] = value;
  }
  return next;
}

function mergeSame(ids: string[], entries: Map<string, Standing>): void {
  const first = ids.map((id) => entries.get(id)).find((entry) => entry && !entry.voidedBy);
  for (const id of ids) {
    const entry = entries.get(id);
    if (entry && first && entry !== first) entry.sameAs = first.call.id;
  }
}

/** Which call is voided by which: a void that is voided itself holds no more, so the last is looked at first. */
function holdingVoids(calls: CallView[]): Map<string, string> {
  const holding = new Map<string, string>();
  for (const call of [...calls].reverse()) {
    if (call.type === 'void' && call.call && !holding.has(call.id)) holding.set(call.call, call.id);
  }
  return holding;
}

// The clock as it is read: "4:07", tenths in the last ten seconds of a count-down.

export function minutes(left_ms: number): string {
  const seconds = Math.max(0, Math.ceil(left_ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** "MM:SS", as calls hold it. */
export function reading(left_ms: number): string {
  return minutes(left_ms).padStart(5, '0');
}

export function milliseconds(clock: string | undefined): number {
  const [m = '0', s = '0'] = (clock ?? '').split(':');
  return (Number(m) * 60 + Number(s)) * 1000;
}

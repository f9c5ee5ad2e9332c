// Canonical order of a log: (hlc, device, n), the order in which the calls were made. Arrival never changes it.

interface Placed {
  hlc: string;
  device: string;
  n: number;
}

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export const inOrder = (a: Placed, b: Placed): number => compared(a.hlc, b.hlc) || compared(a.device, b.device) || a.n - b.n;

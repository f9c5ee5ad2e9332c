// UUIDs. crypto.randomUUID is missing where the page came over plain http, as from a laptop at the rink.

/** UUIDv7: made when an input sheet opens, so that a double tap is one call. Never used for order or trust. */
export function newId(now_ms = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let time = now_ms;
  for (let at = 5; at >= 0; at--) {
    bytes[at] = time % 256;
    time = Math.floor(time / 256);
  }
  return spelled(bytes, 7);
}

/** UUIDv4, for a device or a batch. */
export const randomId = (): string => spelled(crypto.getRandomValues(new Uint8Array(16)), 4);

function spelled(bytes: Uint8Array, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

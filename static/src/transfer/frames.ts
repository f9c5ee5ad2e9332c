// A parcel as a film of QR codes. Fountain codes (Luby transform) make each picture worth as much as any other: the camera
// may miss some, join in the middle and look away, and needs only about as many as there are pieces.
import { binaryToBlock, blockToBinary, createDecoder, createEncoder } from 'luby-transform';
import encodeQR from 'qr';

const PIECE_BYTES = 380;
const MOST_PIECES = 1_000; // two minutes of film and more
const OURS = 'RINK1';

/** The text of one picture after another, without end, of a packed parcel. A character is a byte. */
export function* framesOf(bytes: Uint8Array): Generator<string, never> {
  const fountain = createEncoder(bytes, PIECE_BYTES, false);
  const { k } = fountain;
  for (let at = 0; at < k; at++) yield textOf(blockToBinary(fountain.createBlock([at]))); // each piece by itself first
  for (const block of fountain.fountain()) yield textOf(blockToBinary(block));
  throw new Error('a fountain never ends');
}

/** A picture: rows of dark (true) and light squares, with a quiet border. */
export const pictureOf = (text: string): boolean[][] => encodeQR(text, 'raw', { ecc: 'low', encoding: 'byte', textEncoder: bytesOf, border: 3 });

/** How a reader is to turn a picture's bytes into text: a character is a byte. */
export const asText = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

export interface Seen {
  pieces: number;       // that are whole
  of: number;           // 0 before the first picture
  bytes: Uint8Array | null; // once there are enough; gzip's own checksum tells whether they are right
}

/** Collects pictures in any order, also twice. One of another film begins anew; what is none of ours is passed over. */
export function collector(): (text: string) => Seen {
  let decoder = createDecoder();
  let seen: Seen = { pieces: 0, of: 0, bytes: null };
  let film: number | undefined;
  return (text) => {
    const block = blockOf(text);
    if (!block || seen.bytes && block.checksum === film) return seen;
    if (block.checksum !== film) {
      film = block.checksum;
      decoder = createDecoder();
    }
    try {
      const whole = decoder.addBlock(block);
      seen = { pieces: decoder.decodedCount, of: block.k, bytes: whole ? joined(decoder.decodedData as Uint8Array[], block.bytes) : null };
    } catch {
      film = undefined; // read wrong somewhere: from the start
      seen = { pieces: 0, of: 0, bytes: null };
    }
    return seen;
  };
}

function blockOf(text: string) {
  if (!text.startsWith(OURS)) return null;
  try {
    const block = binaryToBlock(bytesOf(text.slice(OURS.length)));
    const { k, indices, data, bytes } = block;
    const fits = k > 0 && k <= MOST_PIECES && bytes <= k * PIECE_BYTES && data.length === PIECE_BYTES;
    return fits && indices.length > 0 && indices.every((index) => index < k) ? block : null;
  } catch {
    return null;
  }
}

function joined(pieces: Uint8Array[], bytes: number): Uint8Array {
  const all = new Uint8Array(pieces.length * PIECE_BYTES);
  pieces.forEach((piece, at) => all.set(piece, at * PIECE_BYTES));
  return all.slice(0, bytes);
}

const textOf = (bytes: Uint8Array) => OURS + asText(bytes);
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

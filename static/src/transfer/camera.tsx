// The camera that reads a film of codes: what it sees, and how much of the film it has.
import { useEffect, useRef, useState } from 'preact/hooks';
import decodeQR from 'qr/decode.js';
import { asText, collector, type Seen } from './frames';

const MOST_PIXELS = 720;       // a side: more is slower to read, and no clearer
const RETRIES_MS = 80;         // what the reader may spend on a picture that is hard to read

interface Props {
  onWhole(bytes: Uint8Array): void; // called once
  onNoCamera(): void;
  says(seen: Seen): string;
}

export function Camera({ onWhole, onNoCamera, says }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [seen, setSeen] = useState<Seen>({ pieces: 0, of: 0, bytes: null });
  useEffect(() => {
    const collect = collector();
    let stream: MediaStream | undefined;
    let frame = 0;
    const stop = () => {
      cancelAnimationFrame(frame);
      stream?.getTracks().forEach((track) => track.stop());
      stream = undefined;
    };
    const look = () => {
      if (!stream) return;
      const now = collect(textIn(video.current!));
      setSeen(now);
      if (!now.bytes) {
        frame = requestAnimationFrame(look);
        return;
      }
      stop();
      onWhole(now.bytes);
    };
    let closed = false;
    void opened(video.current!).then((open) => {
      stream = open;
      if (closed) stop();
      else look();
    }, onNoCamera);
    return () => {
      closed = true;
      stop();
    };
  }, []);
  return (
    <>
      <video ref={video} class="camera" playsInline muted />
      {seen.of > 0 && <progress class="meter" max={seen.of} value={seen.pieces} aria-label={says(seen)} />}
      <p aria-hidden="true">{says(seen)}</p>
      <p class="visually-hidden" role="status">{says(quarters(seen))}</p>
    </>
  );
}

/** What is read aloud: a quarter of the film at a time. */
const quarters = ({ pieces, of, bytes }: Seen): Seen => ({ pieces: of * Math.floor((4 * pieces) / Math.max(1, of)) / 4 | 0, of, bytes });

/** The camera at the back, shown in `video`. */
async function opened(video: HTMLVideoElement): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } } });
  video.srcObject = stream;
  await video.play().catch(() => undefined); // closed again meanwhile
  return stream;
}

const canvas = document.createElement('canvas');

/** The text of the code in the middle of the picture, or ''. */
function textIn(video: HTMLVideoElement): string {
  const side = Math.min(video.videoWidth, video.videoHeight);
  if (!side) return '';
  canvas.width = canvas.height = Math.min(side, MOST_PIXELS);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(video, (video.videoWidth - side) / 2, (video.videoHeight - side) / 2, side, side, 0, 0, canvas.width, canvas.height);
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  try {
    return decodeQR({ data, width, height }, { textDecoder: asText, timeLimit: RETRIES_MS });
  } catch {
    return ''; // no code in it, or none that can be read
  }
}

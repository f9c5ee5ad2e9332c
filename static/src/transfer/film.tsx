// The film of codes: one picture after another on a canvas, black on white whatever the theme, from when somebody lets
// it run until they hold it still.
import { useEffect, useRef } from 'preact/hooks';
import { framesOf, pictureOf } from './frames';

const PICTURES_A_SECOND = matchMedia('(prefers-reduced-motion: reduce)').matches ? 3 : 8;

export function Film({ bytes, still, label }: { bytes: Uint8Array; still: boolean; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const frames = framesOf(bytes);
    const show = () => { if (canvas.current) draw(canvas.current, pictureOf(frames.next().value)); };
    show();
    if (still) return undefined;
    const timer = setInterval(show, 1_000 / PICTURES_A_SECOND);
    return () => clearInterval(timer);
  }, [bytes, still]);
  return <canvas ref={canvas} class="film" role="img" aria-label={label} />;
}

/** A pixel a square; the style sheet makes it as wide as the screen, with sharp edges. */
function draw(canvas: HTMLCanvasElement, picture: boolean[][]): void {
  const side = picture.length;
  if (canvas.width !== side) canvas.width = canvas.height = side;
  const context = canvas.getContext('2d')!;
  const image = context.createImageData(side, side);
  picture.forEach((row, y) => row.forEach((dark, x) => image.data.set(dark ? [0, 0, 0, 255] : [255, 255, 255, 255], 4 * (y * side + x))));
  context.putImageData(image, 0, 0);
}

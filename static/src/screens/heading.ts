// A screen that takes the place of another takes the focus, too, so that who hears the app hears where they are.
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

let isFirst = true; // the page's own start moves nothing

/** For what holds the screen's `h1`. */
export function useHeading(): RefObject<HTMLElement> {
  const around = useRef<HTMLElement>(null) as RefObject<HTMLElement>;
  useEffect(() => {
    const heading = isFirst ? null : around.current?.querySelector('h1');
    isFirst = false;
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, []);
  return around;
}

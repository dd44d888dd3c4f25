import { type RefObject, useMemo, useRef } from "react";

/**
 * Where what floats is put into the page: the landmark (or dialog) that `here` stands in, so that assistive technology
 * finds a menu where it was opened. It is positioned by `fixed` there, which no scrolling ancestor clips. Without a
 * landmark it is the end of the page.
 */
export function useLandmark<E extends HTMLElement>() {
  const here = useRef<E>(null);
  // Read by Base UI when the float opens: the element is not there yet when the first render asks.
  const landmark = useMemo<RefObject<HTMLElement | null>>(
    () => ({
      get current() {
        const within = (selector: string) => here.current?.closest<HTMLElement>(selector);
        // A header that stands inside a landmark is only a part of it.
        return within("main, nav, aside, [role=dialog], [role=alertdialog]") ?? within("header") ?? document.body;
      },
    }),
    [],
  );
  return { here, landmark };
}

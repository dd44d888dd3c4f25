import { useEffect, useRef } from "react";
import { type RailItem, sessionKey } from "./rail-items.ts";

/**
 * Scrolls to a session once when it becomes the one in the chat or the panel: a pasted link, a new question. Where it is
 * in sight already nothing moves, and a later change of the list moves nothing either.
 */
export function useReveal(items: readonly RailItem[], id: string | null, scrollTo: (index: number) => void): void {
  const revealed = useRef<string | null>(null);
  const index = id === null || id === revealed.current ? -1 : items.findIndex(({ key }) => key === sessionKey(id));
  useEffect(() => {
    if (index < 0) return;
    revealed.current = id;
    scrollTo(index);
  });
}

import { type KeyboardEvent, useState } from "react";
import type { SearchOption } from "./results.ts";

/** Options passed over by the page keys. */
const PAGE = 8;

/**
 * Which option the keyboard is on: the first one found, until the reader moves; from then on the same one, whatever
 * comes in around it. `Home` and `End` belong to the text until an arrow has led into the list.
 */
export function useActiveOption(options: readonly SearchOption[], { first }: { first: boolean }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const place = chosen === null ? -1 : options.findIndex(({ key }) => key === chosen);
  const index = place >= 0 ? place : first && options.length > 0 ? 0 : -1;
  const moved = place >= 0;

  const moveTo = (next: number) => {
    const key = options[Math.max(0, Math.min(options.length - 1, next))]?.key;
    if (key !== undefined) setChosen(key);
    return key;
  };

  /** Moves where the key says so; answers the option it came to, or undefined where the key is another's. */
  function moveBy(event: KeyboardEvent): string | undefined {
    if (options.length === 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
    switch (event.key) {
      case "ArrowDown":
        return moveTo(index + 1 >= options.length ? 0 : index + 1);
      case "ArrowUp":
        return moveTo(index <= 0 ? options.length - 1 : index - 1);
      case "PageDown":
        return moveTo(index + PAGE);
      case "PageUp":
        return moveTo(index - PAGE);
      case "Home":
        return moved ? moveTo(0) : undefined;
      case "End":
        return moved ? moveTo(options.length - 1) : undefined;
      default:
        return undefined;
    }
  }

  return { index, active: options[index], moved, moveBy, point: setChosen, reset: () => setChosen(null) };
}

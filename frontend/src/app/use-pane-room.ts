import { useCallback, useState } from "react";
import { MOST_PANES, type Room } from "../features/terminals/pane-layout.ts";

/** In px: a pane with less would be a slit. */
const LEAST = { width: 280, height: 160 };

const howMany = (length: number, least: number) => Math.max(1, Math.min(MOST_PANES, Math.floor(length / least)));

/** How many panes fit into an element, and the ref to give it; all that there can be until it is measured. */
export function usePaneRoom(): [(element: HTMLElement | null) => (() => void) | undefined, Room] {
  const [room, setRoom] = useState<Room>({ columns: MOST_PANES, rows: MOST_PANES });
  const measured = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const sizes = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      const columns = howMany(width, LEAST.width);
      const rows = howMany(height, LEAST.height);
      setRoom((now) => (now.columns === columns && now.rows === rows ? now : { columns, rows }));
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return [measured, room];
}

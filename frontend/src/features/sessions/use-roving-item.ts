import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RailItem } from "./rail-items.ts";

/**
 * Which item of the list the Tab key stops at, and the focus along with it. It belongs to the item, not to its place, so
 * it survives a new order; where the item goes, its place is taken by the next one.
 */
export function useRovingItem(
  items: readonly RailItem[],
  buttonId: (item: RailItem) => string,
  scrollTo: (index: number) => void,
) {
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const lastIndex = useRef(0);
  const focused = useRef<Element | null>(null);
  const focusNext = useRef(false);

  const found = items.findIndex(({ key }) => key === activeKey);
  const index = found >= 0 ? found : Math.min(lastIndex.current, items.length - 1);
  const active = items[index];

  useLayoutEffect(() => {
    lastIndex.current = Math.max(0, index);
    // The focused row went away under the reader: without this the focus would fall to the top of the page.
    const lost = focused.current?.isConnected === false && document.activeElement === document.body;
    if (!active || !(focusNext.current || lost)) return;
    const button = document.getElementById(buttonId(active));
    if (!button) return;
    focusNext.current = false;
    button.focus({ preventScroll: true });
  });

  useEffect(() => {
    if (active && active.key !== activeKey) setActiveKey(active.key);
  }, [active, activeKey]);

  return {
    index,
    move(to: number) {
      const next = items[Math.max(0, Math.min(to, items.length - 1))];
      if (!next) return;
      focusNext.current = true;
      setActiveKey(next.key);
      scrollTo(items.indexOf(next));
    },
    listProps: {
      onFocus(event: FocusEvent<HTMLElement>) {
        focused.current = event.target;
        const item = items.find(
          (candidate) => event.target.closest("li")?.querySelector("button")?.id === buttonId(candidate),
        );
        if (item && item.key !== activeKey) setActiveKey(item.key);
      },
      onBlur(event: FocusEvent<HTMLElement>) {
        const left = event.target;
        // A row that goes away blurs too; only one that is still there was left by the reader.
        requestAnimationFrame(() => {
          const leftByReader = left.isConnected && document.activeElement !== left;
          if (leftByReader && focused.current === left) focused.current = null;
        });
      },
    },
  };
}

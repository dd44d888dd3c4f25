import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { IconButton } from "./icon-button.tsx";
import { Menu, MenuRadioGroup, MenuRadioItem } from "./menu.tsx";
import { type Tab, TabButton, tabId } from "./tab-button.tsx";
import { useOverflow } from "./use-overflow.ts";

export type TabStripProps = {
  label: string;
  /** Of the list of all tabs, which is there as soon as some are out of sight. */
  allLabel: string;
  tabs: readonly Tab[];
  /** Those whose panels are on the page, and the one of them that is used. */
  shown: readonly string[];
  active: string;
  onSelect: (id: string) => void;
  /** Of one tab: by the right button, Shift-F10 or a long touch. */
  menu?: (tab: Tab) => ReactNode;
  menuLabel?: (tab: Tab) => string;
  /** A tab is being dragged; null when it no longer is. */
  onDrag?: (id: string | null) => void;
  /** After the tabs. */
  children?: ReactNode;
};

type Point = { x: number; y: number };

/** Tabs over panels, of which several can be shown at once. One line, which scrolls where there are many. */
export function TabStrip(props: TabStripProps) {
  const { label, allLabel, tabs, shown, active, onSelect, menu, menuLabel, onDrag, children } = props;
  const list = useRef<HTMLDivElement>(null);
  const overflows = useOverflow(list);
  const [menuAt, setMenuAt] = useState<{ id: string; anchor: Element | Point; fromKeyboard: boolean } | null>(null);
  // As it is by now, and none once it is closed.
  const menuTab = menuAt && tabs.find(({ id }) => id === menuAt.id);
  const [menuOpen, setMenuOpen] = useState(false);
  const tabCount = tabs.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab, or less room, may push it out of sight
  useEffect(() => {
    document.getElementById(tabId(active))?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [active, tabCount, overflows]);
  useEffect(() => scrollByWheel(list.current), []);

  function keyDown(event: KeyboardEvent<HTMLElement>, { id, onClose }: Tab) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = tabs.findIndex((tab) => tab.id === id);
    const to: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    const target = to[event.key];
    if (target !== undefined) {
      const next = tabs[(target + tabs.length) % tabs.length];
      if (next) document.getElementById(tabId(next.id))?.focus();
    } else if (event.key === "Delete" && onClose) onClose();
    else return;
    event.preventDefault();
  }

  return (
    <div className="flex h-10 shrink-0 items-center gap-1 border-line border-b bg-panel ps-2 pe-2 touch:h-12">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        aria-multiselectable={shown.length > 1 || undefined}
        className="flex min-w-0 items-center gap-0.5 overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <TabButton
            key={tab.id}
            tab={tab}
            isShown={shown.includes(tab.id)}
            isActive={tab.id === active}
            isOneOfMany={shown.length > 1}
            onSelect={() => onSelect(tab.id)}
            onKeyDown={(event) => keyDown(event, tab)}
            onMenu={
              menu &&
              ((anchor, fromKeyboard) => {
                setMenuAt({ id: tab.id, anchor, fromKeyboard });
                setMenuOpen(true);
              })
            }
            onDrag={onDrag && ((isDragged) => onDrag(isDragged ? tab.id : null))}
          />
        ))}
      </div>
      {overflows ? (
        <Menu
          label={allLabel}
          trigger={<IconButton label={allLabel} icon={<ChevronDown aria-hidden="true" />} className="touch:size-10" />}
        >
          <MenuRadioGroup value={active} onChange={onSelect}>
            {tabs.map(({ id, label, state, mark }) => (
              <MenuRadioItem key={id} value={id} icon={mark}>
                {label}
                {state ? <span className="sr-only">, {state}</span> : null}
              </MenuRadioItem>
            ))}
          </MenuRadioGroup>
        </Menu>
      ) : null}
      {children}
      {menuAt && menuTab ? (
        <Menu
          anchor={anchorOf(menuAt.anchor)}
          align="start"
          open={menuOpen}
          onOpenChange={setMenuOpen}
          onClosed={() => setMenuAt(null)}
          fromKeyboard={menuAt.fromKeyboard}
          label={menuLabel?.(menuTab) ?? menuTab.label}
          finalFocus={() => document.getElementById(tabId(menuTab.id))}
        >
          {menu?.(menuTab)}
        </Menu>
      ) : null}
    </div>
  );
}

const anchorOf = (anchor: Element | Point) =>
  anchor instanceof Element ? anchor : { getBoundingClientRect: () => new DOMRect(anchor.x, anchor.y, 0, 0) };

/** A wheel that goes up and down moves along the line. */
function scrollByWheel(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return;
  function wheel(event: WheelEvent) {
    if (!list || event.ctrlKey || Math.abs(event.deltaX) >= Math.abs(event.deltaY)) return;
    const before = list.scrollLeft;
    list.scrollLeft += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 32 : event.deltaY;
    if (list.scrollLeft !== before) event.preventDefault();
  }
  list.addEventListener("wheel", wheel, { passive: false });
  return () => list.removeEventListener("wheel", wheel);
}

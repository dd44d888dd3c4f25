import { clsx } from "clsx";
import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

export type Tab = {
  id: string;
  label: string;
  /** The whole of what the label may cut. */
  title?: string | undefined;
  mark: ReactNode;
  /** What the mark says, for those who don't see it. */
  state?: string | undefined;
  /** Its panel's id, while that is on the page. */
  panel?: string | undefined;
  /** By the cross, a middle click or the Delete key. */
  onClose?: (() => void) | undefined;
};

export type TabStripProps = {
  label: string;
  tabs: Tab[];
  /** Of those that are shown, the first is in the main place. */
  selected: string[];
  onSelect: (id: string) => void;
  /** After the tabs. */
  children?: ReactNode;
  /** At the far end. */
  aside?: ReactNode;
};

export const tabId = (id: string) => `tab-${id}`;

/** Tabs over panels, of which two can be shown side by side. One line, which scrolls where there are many. */
export function TabStrip({ label, tabs, selected, onSelect, children, aside }: TabStripProps) {
  const list = useRef<HTMLDivElement>(null);
  const [main] = selected;
  useEffect(() => {
    if (main)
      list.current
        ?.querySelector(`#${CSS.escape(tabId(main))}`)
        ?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [main]);

  function keyDown(event: KeyboardEvent<HTMLElement>, { id, onClose }: Tab) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
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
        aria-multiselectable={selected.length > 1 || undefined}
        className="flex min-w-0 items-center gap-0.5 overflow-x-auto [scrollbar-width:none]"
      >
        {tabs.map((tab) => {
          const shown = selected.includes(tab.id);
          return (
            <button
              key={tab.id}
              id={tabId(tab.id)}
              type="button"
              role="tab"
              aria-selected={shown}
              aria-controls={tab.panel}
              aria-keyshortcuts={tab.onClose ? "Delete" : undefined}
              tabIndex={tab.id === main ? 0 : -1}
              title={tab.title ?? tab.label}
              onClick={() => onSelect(tab.id)}
              onAuxClick={(event) => event.button === 1 && tab.onClose?.()}
              onKeyDown={(event) => keyDown(event, tab)}
              className={clsx(
                "flex h-7 max-w-56 shrink-0 items-center gap-2 rounded-md ps-2.5 text-small -outline-offset-2 transition-colors touch:h-10",
                tab.onClose ? "pe-1" : "pe-2.5",
                shown ? "forced-selected bg-sunk font-strong text-ink" : "text-ink-2 hover:bg-sunk hover:text-ink",
              )}
            >
              {tab.mark}
              <span dir="auto" className="min-w-0 truncate">
                {tab.label}
              </span>
              {tab.state ? <span className="sr-only">, {tab.state}</span> : null}
              {tab.onClose ? (
                // No button, for a tab may hold none: the Delete key does the same.
                <span
                  aria-hidden="true"
                  onClick={(event) => {
                    event.stopPropagation();
                    tab.onClose?.();
                  }}
                  className="grid size-5 place-items-center rounded-sm text-ink-3 transition-colors hover:bg-line hover:text-ink forced-colors:text-[inherit] touch:size-8"
                >
                  <X className="size-3.5" />
                </span>
              ) : null}
            </button>
          );
        })}
      </div>
      {children}
      <span className="flex-1" />
      {aside}
    </div>
  );
}

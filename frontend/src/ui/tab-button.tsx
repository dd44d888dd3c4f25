import { clsx } from "clsx";
import { X } from "lucide-react";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";

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

type TabButtonProps = {
  tab: Tab;
  /** Its panel is on the page; of several such, one is used. */
  isShown: boolean;
  isActive: boolean;
  isOneOfMany: boolean;
  onSelect: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onMenu: ((anchor: Element | { x: number; y: number }, fromKeyboard: boolean) => void) | undefined;
  onDrag: ((isDragged: boolean) => void) | undefined;
};

export const tabId = (id: string) => `tab-${id}`;

export function TabButton(props: TabButtonProps) {
  const { tab, isShown, isActive, isOneOfMany, onSelect, onKeyDown, onMenu, onDrag } = props;

  function contextMenu(event: MouseEvent<HTMLElement>) {
    if (!onMenu) return;
    event.preventDefault();
    // Of a key it tells the middle of what has the focus, and no button.
    if (event.button === 2) onMenu({ x: event.clientX, y: event.clientY }, false);
    else onMenu(event.currentTarget, true);
  }

  return (
    <button
      id={tabId(tab.id)}
      type="button"
      role="tab"
      aria-selected={isShown}
      aria-controls={tab.panel}
      aria-haspopup={onMenu ? "menu" : undefined}
      aria-keyshortcuts={tab.onClose ? "Delete" : undefined}
      tabIndex={isActive ? 0 : -1}
      title={tab.title ?? tab.label}
      draggable={onDrag ? true : undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", ""); // Firefox drags nothing without
        onDrag?.(true);
      }}
      onDragEnd={() => onDrag?.(false)}
      onClick={onSelect}
      onAuxClick={(event) => event.button === 1 && tab.onClose?.()}
      onKeyDown={onKeyDown}
      onContextMenu={contextMenu}
      className={clsx(
        "relative flex h-7 max-w-56 shrink-0 items-center gap-2 rounded-md ps-2.5 text-small -outline-offset-2 transition-colors touch:h-10",
        tab.onClose ? "pe-1" : "pe-2.5",
        isShown ? "forced-selected bg-sunk font-strong text-ink" : "text-ink-2 hover:bg-sunk hover:text-ink",
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
      {isOneOfMany && isActive ? (
        <span
          aria-hidden="true"
          className="forced-outline pointer-events-none absolute inset-x-2.5 bottom-0 h-0.5 rounded-full bg-accent"
        />
      ) : null}
    </button>
  );
}

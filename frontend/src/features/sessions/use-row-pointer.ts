import type { SessionSummary } from "@thothii/backend/api/sessions";
import { type MouseEvent, type PointerEvent, useRef } from "react";
import type { RailItem } from "./rail-items.ts";
import { isBroken } from "./row-state.ts";
import type { useListKeys } from "./use-list-keys.ts";
import { useLongPress } from "./use-long-press.ts";
import type { useRovingItem } from "./use-roving-item.ts";
import type { SessionSelection } from "./use-selection.ts";

/** Where a pointer was, for a menu to open at. */
export type Point = { getBoundingClientRect: () => DOMRect };

export type OpenMenu<Of> = (of: Of, anchor: Element | Point, fromKeyboard: boolean) => void;

export type RowPointerOptions = {
  items: readonly RailItem[];
  roving: ReturnType<typeof useRovingItem>;
  selection: SessionSelection;
  gone: ReadonlySet<string>;
  /** The session that the keyboard is on. */
  activeId: ReturnType<typeof useListKeys>["activeId"];
  /** Of this one a drag may begin; absent where nothing can be moved. */
  beginDrag: ((event: PointerEvent, id: string) => void) | undefined;
  onOpen: (id: string) => void;
  onMenu: OpenMenu<SessionSummary>;
  onGroupMenu: OpenMenu<string>;
};

/** What a mouse, a pen or a finger does with the list's rows: open, choose, drag, and open a menu. */
export function useRowPointer({
  items,
  roving,
  selection,
  gone,
  activeId,
  beginDrag,
  onOpen,
  onMenu,
  onGroupMenu,
}: RowPointerOptions) {
  const longPress = useLongPress(selection.toggle);
  const lastPointer = useRef("mouse");
  return {
    listHandlers: longPress.handlers,
    onPress(row: SessionSummary, event: MouseEvent) {
      const byPointer = event.detail > 0;
      if (byPointer && longPress.pressed()) return;
      if (gone.has(row.id)) return;
      if (byPointer && event.shiftKey) {
        selection.extend(row.id, activeId() ?? row.id);
        roving.move(items.findIndex((item) => item.kind === "session" && item.row.id === row.id));
      } else if (byPointer && (event.ctrlKey || event.metaKey)) selection.toggle(row.id);
      else if (byPointer && selection.active && lastPointer.current === "touch") selection.toggle(row.id);
      else onOpen(row.id);
    },
    onPointerDown(row: SessionSummary, event: PointerEvent) {
      lastPointer.current = event.pointerType;
      longPress.begin(event, row.id);
      if (!gone.has(row.id) && !isBroken(row)) beginDrag?.(event, row.id);
    },
    onContextMenu(event: MouseEvent<HTMLElement>, item: RailItem) {
      if (event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      // A finger that rests on a row chooses it; its menu has a button of its own.
      if (longPress.pressed() || (event.nativeEvent as globalThis.PointerEvent).pointerType === "touch") return;
      const byPointer = event.button === 2 || event.ctrlKey;
      const anchor = byPointer ? pointAt(event.clientX, event.clientY) : event.currentTarget;
      if (item.kind === "session") {
        if (!gone.has(item.row.id)) onMenu(item.row, anchor, !byPointer);
      } else if (item.group !== null) onGroupMenu(item.group, anchor, !byPointer);
    },
  };
}

function pointAt(x: number, y: number): Point {
  return { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) };
}

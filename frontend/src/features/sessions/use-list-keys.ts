import type { SessionSummary } from "@thothii/backend/api/sessions";
import type { KeyboardEvent } from "react";
import { isComposing } from "../../ui/is-composing.ts";
import type { RailItem } from "./rail-items.ts";
import type { useRovingItem } from "./use-roving-item.ts";
import type { SessionSelection } from "./use-selection.ts";

export type RowKey = "rename" | "archive" | "delete";

export type ListKeysOptions = {
  items: readonly RailItem[];
  roving: ReturnType<typeof useRovingItem>;
  selection: SessionSelection;
  gone: ReadonlySet<string>;
  /** How many rows a page key goes. */
  pageSize: () => number;
  onToggle: (group: string | null, close: boolean) => void;
  /** A key pressed on a row: F2, E, Delete. */
  onRowKey: (row: SessionSummary, key: RowKey) => void;
  onRenameGroup: (group: string) => void;
  onEscape: () => void;
};

const rowKeys: Record<string, RowKey> = {
  F2: "rename",
  e: "archive",
  E: "archive",
  Delete: "delete",
  Backspace: "delete",
};

/** What the list's keys do: move along it, choose, and act upon the row or group with the focus. */
export function useListKeys({
  items,
  roving,
  selection,
  gone,
  pageSize,
  onToggle,
  onRowKey,
  onRenameGroup,
  onEscape,
}: ListKeysOptions) {
  const activeId = () => {
    const item = items[roving.index];
    return item?.kind === "session" ? item.row.id : null;
  };

  /** To the next row that way, or the last, choosing all on the way. */
  function extendBy(step: 1 | -1, toEnd: boolean) {
    let reached = -1;
    for (let index = roving.index + step; index >= 0 && index < items.length; index += step) {
      if (items[index]?.kind !== "session") continue;
      reached = index;
      if (!toEnd) break;
    }
    const item = items[reached];
    if (item?.kind !== "session") return;
    selection.extend(item.row.id, activeId() ?? item.row.id);
    roving.move(reached);
  }

  function commandKey({ key, altKey, shiftKey }: KeyboardEvent, item: RailItem): boolean {
    if (altKey || shiftKey) return false;
    if (key.toLowerCase() === "a") selection.all();
    else if (key === " " && item.kind === "session") selection.toggle(item.row.id);
    else return false;
    return true;
  }

  function shiftedKey({ key }: KeyboardEvent): boolean {
    if (key === "ArrowDown" || key === "End") extendBy(1, key === "End");
    else if (key === "ArrowUp" || key === "Home") extendBy(-1, key === "Home");
    else return false;
    return true;
  }

  function movingKey({ key }: KeyboardEvent): boolean {
    if (key === "ArrowDown") roving.move(roving.index + 1);
    else if (key === "ArrowUp") roving.move(roving.index - 1);
    else if (key === "PageDown") roving.move(roving.index + pageSize());
    else if (key === "PageUp") roving.move(roving.index - pageSize());
    else if (key === "Home") roving.move(0);
    else if (key === "End") roving.move(items.length - 1);
    else return false;
    return true;
  }

  function groupKey({ key }: KeyboardEvent, item: RailItem & { kind: "group" }): boolean {
    if (key === (item.open ? "ArrowLeft" : "ArrowRight")) onToggle(item.group, item.open);
    else if (key === "F2" && item.group !== null) onRenameGroup(item.group);
    else return false;
    return true;
  }

  function sessionKey({ key }: KeyboardEvent, { row }: RailItem & { kind: "session" }): boolean {
    const rowKey = rowKeys[key];
    if (key === "ArrowLeft") {
      roving.move(items.findLastIndex(({ kind }, index) => kind === "group" && index < roving.index));
    } else if (rowKey && !gone.has(row.id)) onRowKey(row, rowKey);
    else return false;
    return true;
  }

  function plainKey(event: KeyboardEvent, item: RailItem): boolean {
    if (movingKey(event)) return true;
    if (event.key === "Escape" && selection.active) {
      onEscape();
      return true;
    }
    return item.kind === "group" ? groupKey(event, item) : sessionKey(event, item);
  }

  return {
    /** The session with the list's one Tab stop. */
    activeId,
    keyDown(event: KeyboardEvent<HTMLElement>) {
      const item = items[roving.index];
      if (!item || isComposing(event)) return;
      const done =
        event.ctrlKey || event.metaKey
          ? commandKey(event, item)
          : !event.altKey && ((event.shiftKey && shiftedKey(event)) || plainKey(event, item));
      if (done) event.preventDefault();
    },
  };
}

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import type { SessionSummary } from "@thothii/backend/api/sessions";
import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { GroupHeader } from "./group-header.tsx";
import { groupKey, type RailItem } from "./rail-items.ts";
import { rowButtonId, SessionRow } from "./session-row.tsx";
import { useReveal } from "./use-reveal.ts";
import { useRovingItem } from "./use-roving-item.ts";

export type SessionListProps = {
  items: readonly RailItem[];
  archive: boolean;
  chatId: string | null;
  panelId: string | null;
  menuFor: string | null;
  onOpen: (id: string) => void;
  onMenu: (row: SessionSummary, anchor: Element | Point, fromKeyboard: boolean) => void;
  onToggle: (group: string | null, close: boolean) => void;
  /** A key pressed on a row: F2, E, Delete. */
  onRowKey: (row: SessionSummary, key: "rename" | "archive" | "delete") => void;
};

export type Point = { getBoundingClientRect: () => DOMRect };

const rowHeight = 54;
const headerHeight = 34;

const itemButtonId = (item: RailItem) =>
  item.kind === "session" ? rowButtonId(item.row.id) : `session-${groupKey(item.group)}`;

const rowKeys: Record<string, "rename" | "archive" | "delete"> = {
  F2: "rename",
  e: "archive",
  E: "archive",
  Delete: "delete",
  Backspace: "delete",
};

/**
 * The rail's headers and rows, of which only those in sight (and the one with the focus) exist. One stop of the Tab key
 * for the list and one for that row's menu; the arrows, Home, End and the page keys move along it.
 */
export function SessionList({
  items,
  archive,
  chatId,
  panelId,
  menuFor,
  onOpen,
  onMenu,
  onToggle,
  onRowKey,
}: SessionListProps) {
  const { t } = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const scale = rootScale();
  const roving = useRovingItem(items, itemButtonId, (index) => virtualizer.scrollToIndex(index));
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => (items[index]?.kind === "group" ? headerHeight : rowHeight) * scale,
    overscan: 8,
    paddingEnd: 8,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return roving.index < 0 || shown.includes(roving.index) ? shown : [...shown, roving.index].sort((a, b) => a - b);
    },
  });

  const reveal = (index: number) => virtualizer.scrollToIndex(index);
  useReveal(items, chatId, reveal);
  useReveal(items, panelId, reveal);

  function keyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const item = items[roving.index];
    if (!item) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / (rowHeight * scale)) - 1);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const step = steps[event.key];
    const rowKey = rowKeys[event.key];
    if (step !== undefined) roving.move(roving.index + step);
    else if (event.key === "Home") roving.move(0);
    else if (event.key === "End") roving.move(items.length - 1);
    else if (item.kind === "group" && event.key === (item.open ? "ArrowLeft" : "ArrowRight")) {
      onToggle(item.group, item.open);
    } else if (item.kind === "session" && event.key === "ArrowLeft") {
      roving.move(items.findLastIndex(({ kind }, index) => kind === "group" && index < roving.index));
    } else if (item.kind === "session" && rowKey) onRowKey(item.row, rowKey);
    else return;
    event.preventDefault();
  }

  function contextMenu(event: MouseEvent<HTMLElement>, row: SessionSummary) {
    event.preventDefault();
    const byPointer = event.button === 2 || event.ctrlKey;
    onMenu(row, byPointer ? pointAt(event.clientX, event.clientY) : event.currentTarget, !byPointer);
  }

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ul
        aria-label={archive ? t("sessions.archive") : t("sessions.list")}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={keyDown}
        {...roving.listProps}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          if (!item) return null;
          const tabbable = index === roving.index;
          return (
            <li
              key={key}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
              onContextMenu={item.kind === "session" ? (event) => contextMenu(event, item.row) : undefined}
            >
              {item.kind === "group" ? (
                <GroupHeader
                  id={itemButtonId(item)}
                  group={item.group}
                  count={item.count}
                  open={item.open}
                  tabbable={tabbable}
                  onToggle={() => onToggle(item.group, item.open)}
                />
              ) : (
                <SessionRow
                  row={item.row}
                  showGroup={archive}
                  inChat={item.row.id === chatId}
                  inPanel={item.row.id === panelId}
                  menuOpen={item.row.id === menuFor}
                  tabbable={tabbable}
                  onOpen={onOpen}
                  onMenu={onMenu}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A reader who set larger letters gets taller rows. */
const rootScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

function pointAt(x: number, y: number): Point {
  return { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) };
}

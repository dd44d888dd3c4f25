import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import type { SessionSummary } from "@thothii/backend/api/sessions";
import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { useAnchoredScroll } from "./anchored-scroll.ts";
import { DragShadow, DropArea } from "./drag-marks.tsx";
import { GroupHeader } from "./group-header.tsx";
import { groupAt, groupButtonId, type RailItem } from "./rail-items.ts";
import { isBroken } from "./row-state.ts";
import { rowButtonId, SessionRow } from "./session-row.tsx";
import { type RowKey, useListKeys } from "./use-list-keys.ts";
import { useLongPress } from "./use-long-press.ts";
import { useReveal } from "./use-reveal.ts";
import { useRovingItem } from "./use-roving-item.ts";
import { useRowDrag } from "./use-row-drag.ts";
import type { SessionSelection } from "./use-selection.ts";
import { useStable } from "./use-stable.ts";

export type SessionListProps = {
  items: readonly RailItem[];
  archive: boolean;
  chatId: string | null;
  panelId: string | null;
  /** The session, or the group, whose menu is open. */
  menuFor: string | null;
  groupMenuFor: string | null;
  /** The session whose name is being typed over. */
  editingId: string | null;
  words: readonly string[];
  gone: ReadonlySet<string>;
  selection: SessionSelection;
  /** Changes with whatever the reader changes the list's shape by. */
  shape: unknown;
  onOpen: (id: string) => void;
  onMenu: (row: SessionSummary, anchor: Element | Point, fromKeyboard: boolean) => void;
  onGroupMenu: (group: string, anchor: Element | Point, fromKeyboard: boolean) => void;
  onToggle: (group: string | null, close: boolean) => void;
  /** A key pressed on a row: F2, E, Delete. */
  onRowKey: (row: SessionSummary, key: RowKey) => void;
  onRenameGroup: (group: string) => void;
  onEdit: (id: string | null) => void;
  onRename: (row: SessionSummary, name: string) => Promise<void>;
  onDrop: (ids: readonly string[], group: string | null) => void;
  onDragging: (dragging: boolean) => void;
  /** A pointer came over the list or left it. */
  onPointer: (over: boolean) => void;
  onEscape: () => void;
};

export type Point = { getBoundingClientRect: () => DOMRect };

const rowHeight = 54;
const headerHeight = 34;

const itemButtonId = (item: RailItem) =>
  item.kind === "session" ? rowButtonId(item.row.id) : groupButtonId(item.group);

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
  groupMenuFor,
  editingId,
  words,
  gone,
  selection,
  shape,
  onOpen,
  onMenu,
  onGroupMenu,
  onToggle,
  onRowKey,
  onRenameGroup,
  onEdit,
  onRename,
  onDrop,
  onDragging,
  onPointer,
  onEscape,
}: SessionListProps) {
  const { t } = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const scale = rootScale();
  const heightOf = (item: RailItem | undefined) => (item?.kind === "group" ? headerHeight : rowHeight) * scale;
  const roving = useRovingItem(items, itemButtonId, (index) => virtualizer.scrollToIndex(index));
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => heightOf(items[index]),
    overscan: 8,
    paddingEnd: 8,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return roving.index < 0 || shown.includes(roving.index) ? shown : [...shown, roving.index].sort((a, b) => a - b);
    },
  });

  const layout = useMemo(() => {
    let next = 0;
    const starts = items.map((item) => {
      const start = next;
      next += (item.kind === "group" ? headerHeight : rowHeight) * scale;
      return start;
    });
    return { keys: items.map(({ key }) => key), starts, end: next };
  }, [items, scale]);
  useAnchoredScroll(scroller, layout, shape);

  const reveal = (index: number) => virtualizer.scrollToIndex(index);
  useReveal(items, chatId, reveal);
  useReveal(items, panelId, reveal);

  const leave = useStable({ onPointer });
  useEffect(() => () => leave.onPointer(false), [leave]);

  const { drag, begin: beginDrag } = useRowDrag({
    scroller,
    idsFor: (id) => (selection.selected.has(id) ? [...selection.selected] : [id]),
    groupAtHeight(height, ids) {
      if (archive) return undefined;
      const group = groupAt(
        items,
        Math.max(
          0,
          layout.starts.findLastIndex((start) => start <= height),
        ),
      );
      const moving = new Set(ids);
      const alreadyThere = items.every(
        (item) => item.kind === "group" || !moving.has(item.row.id) || (item.row.group || null) === group,
      );
      return alreadyThere ? undefined : group;
    },
    onDragging,
    onDrop,
  });
  const longPress = useLongPress(selection.toggle);
  const lastPointer = useRef("mouse");

  const { activeId, keyDown } = useListKeys({
    items,
    roving,
    selection,
    gone,
    pageSize: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / (rowHeight * scale)) - 1),
    onToggle,
    onRowKey,
    onRenameGroup,
    onEscape,
  });

  const handlers = useStable({
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
      if (!archive && !gone.has(row.id) && !isBroken(row)) beginDrag(event, row.id);
    },
    onMenu,
    onToggleSelected: (row: SessionSummary) => selection.toggle(row.id),
    onEdit(row: SessionSummary) {
      if (!row.archived && !isBroken(row) && !gone.has(row.id)) onEdit(row.id);
    },
    onEditEnd: () => onEdit(null),
    onRename,
  });

  function contextMenu(event: MouseEvent<HTMLElement>, item: RailItem) {
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    // A finger that rests on a row chooses it; its menu has a button of its own.
    if (longPress.pressed() || (event.nativeEvent as globalThis.PointerEvent).pointerType === "touch") return;
    const byPointer = event.button === 2 || event.ctrlKey;
    const anchor = byPointer ? pointAt(event.clientX, event.clientY) : event.currentTarget;
    if (item.kind === "session") {
      if (!gone.has(item.row.id)) onMenu(item.row, anchor, !byPointer);
    } else if (item.group !== null) onGroupMenu(item.group, anchor, !byPointer);
  }

  return (
    <div
      ref={scroller}
      className="relative min-h-0 flex-1 select-none overflow-y-auto overscroll-contain [-webkit-touch-callout:none]"
      onPointerEnter={(event) => event.pointerType !== "touch" && onPointer(true)}
      onPointerLeave={() => onPointer(false)}
      {...longPress.handlers}
    >
      {drag?.target !== undefined ? <DropArea items={items} layout={layout} group={drag.target} /> : null}
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
              onContextMenu={(event) => contextMenu(event, item)}
            >
              {item.kind === "group" ? (
                <GroupHeader
                  id={itemButtonId(item)}
                  group={item.group}
                  count={item.count}
                  open={item.open}
                  tabbable={tabbable}
                  menuOpen={item.group !== null && item.group === groupMenuFor}
                  words={words}
                  onToggle={() => onToggle(item.group, item.open)}
                  onMenu={onGroupMenu}
                />
              ) : (
                <SessionRow
                  row={item.row}
                  showGroup={archive}
                  inChat={item.row.id === chatId}
                  inPanel={item.row.id === panelId}
                  menuOpen={item.row.id === menuFor}
                  tabbable={tabbable}
                  words={words}
                  gone={gone.has(item.row.id)}
                  selecting={selection.active}
                  selected={selection.selected.has(item.row.id)}
                  editing={item.row.id === editingId}
                  handlers={handlers}
                />
              )}
            </li>
          );
        })}
      </ul>
      {drag ? <DragShadow drag={drag} /> : null}
    </div>
  );
}

/** A reader who set larger letters gets taller rows. */
const rootScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

function pointAt(x: number, y: number): Point {
  return { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) };
}

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import type { SessionSummary } from "@thothii/backend/api/sessions";
import { useEffect, useRef } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { useAnchoredScroll } from "./anchored-scroll.ts";
import { DragShadow, DropArea } from "./drag-marks.tsx";
import { GroupHeader } from "./group-header.tsx";
import { groupButtonId, type RailItem } from "./rail-items.ts";
import { groupTakingAt, useRailLayout } from "./rail-layout.ts";
import { isBroken } from "./row-state.ts";
import { rowButtonId, SessionRow } from "./session-row.tsx";
import { type RowKey, useListKeys } from "./use-list-keys.ts";
import { useReveal } from "./use-reveal.ts";
import { useRovingItem } from "./use-roving-item.ts";
import { useRowDrag } from "./use-row-drag.ts";
import { type OpenMenu, useRowPointer } from "./use-row-pointer.ts";
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
  onMenu: OpenMenu<SessionSummary>;
  onGroupMenu: OpenMenu<string>;
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
  const { layout, heightOf, rowsIn } = useRailLayout(items);
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

  useAnchoredScroll(scroller, layout, shape);

  const reveal = (index: number) => virtualizer.scrollToIndex(index);
  useReveal(items, chatId, reveal);
  useReveal(items, panelId, reveal);

  const leave = useStable({ onPointer });
  useEffect(() => () => leave.onPointer(false), [leave]);

  const { drag, begin: beginDrag } = useRowDrag({
    scroller,
    idsFor: (id) => (selection.selected.has(id) ? [...selection.selected] : [id]),
    groupAtHeight: (height, ids) => groupTakingAt(items, layout, height, ids),
    onDragging,
    onDrop,
  });
  const { activeId, keyDown } = useListKeys({
    items,
    roving,
    selection,
    gone,
    pageSize: () => Math.max(1, rowsIn(scroller.current?.clientHeight ?? 0) - 1),
    onToggle,
    onRowKey,
    onRenameGroup,
    onEscape,
  });

  const pointer = useRowPointer({
    items,
    roving,
    selection,
    gone,
    activeId,
    beginDrag: archive ? undefined : beginDrag,
    onOpen,
    onMenu,
    onGroupMenu,
  });
  const handlers = useStable({
    onPress: pointer.onPress,
    onPointerDown: pointer.onPointerDown,
    onMenu,
    onToggleSelected: (row: SessionSummary) => selection.toggle(row.id),
    onEdit(row: SessionSummary) {
      if (!row.archived && !isBroken(row) && !gone.has(row.id)) onEdit(row.id);
    },
    onEditEnd: () => onEdit(null),
    onRename,
  });

  return (
    <div
      ref={scroller}
      className="relative min-h-0 flex-1 select-none overflow-y-auto overscroll-contain [-webkit-touch-callout:none]"
      onPointerEnter={(event) => event.pointerType !== "touch" && onPointer(true)}
      onPointerLeave={() => onPointer(false)}
      {...pointer.listHandlers}
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
              onContextMenu={(event) => pointer.onContextMenu(event, item)}
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

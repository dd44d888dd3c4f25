import { useMemo, useRef, useState } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { RailFoot } from "./rail-foot.tsx";
import { RailHead } from "./rail-head.tsx";
import { neighbourOf } from "./rail-items.ts";
import { type MenuAt, RailMenus } from "./rail-menus.tsx";
import { RailState } from "./rail-state.tsx";
import { isBroken } from "./row-state.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { SessionDialogs } from "./session-dialogs.tsx";
import { SessionList } from "./session-list.tsx";
import { useSessions } from "./sessions-query.ts";
import { useCollapsedGroups } from "./use-collapsed-groups.ts";
import type { RowKey } from "./use-list-keys.ts";
import { useRailFocus } from "./use-rail-focus.ts";
import { useRailRows } from "./use-rail-rows.ts";
import type { Point } from "./use-row-pointer.ts";
import { useSelectedActs } from "./use-selected-acts.ts";
import { useSelection } from "./use-selection.ts";
import { useSessionActions } from "./use-session-actions.ts";
import type { Refusal } from "./use-session-changes.ts";
import { taskKey, useSessionTask } from "./use-session-task.ts";

export type NavSessionsProps = {
  /** The session in the centre, and the one being read. They are two, and neither moves the other. */
  chatId: string | null;
  panelId: string | null;
  view: "list" | "archive";
  onViewChange: (view: "list" | "archive") => void;
  onOpenPanel: (id: string) => void;
  /** Absent where the harness can't make sessions. */
  onNewQuestion?: (() => void) | undefined;
  /** A session was deleted here; `neighbour` is the one next to it in the rail. */
  onGone: (id: string, neighbour: string | null) => void;
};

export function NavSessions({
  chatId,
  panelId,
  view,
  onViewChange,
  onOpenPanel,
  onNewQuestion,
  onGone,
}: NavSessionsProps) {
  const { t } = useTexts();
  const nav = useRef<HTMLElement>(null);
  const query = useSessions();
  const { collapsed, setCollapsed, renameCollapsed } = useCollapsedGroups();
  const [filter, setFilter] = useState("");
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const [menuOpen, setMenuOpen] = useState(false);
  const [editingId, setEditingId] = useState<string | null>(null);
  const [pointer, setPointer] = useState(false);
  const [dragging, setDragging] = useState(false);

  const isArchive = view === "archive";
  const busy = menuOpen || dragging || editingId !== null;
  const { rows, items, order, words, present, elsewhere, groups, gone, shape, release } = useRailRows({
    data: query.data,
    view,
    filter,
    collapsed,
    dragging,
    pointer,
    busy,
  });
  const selection = useSelection(order, present);
  const { selectedRows, refused, forgetRefused, showRefused, clear, withSelected } = useSelectedActs(rows, selection);
  const { task, ask, isAsking, groupRenamed, buttonsAfter } = useSessionTask();
  const archived = useMemo(() => rows.filter((row) => row.archived).length, [rows]);

  const actions = useSessionActions({
    onGone(ids) {
      const going = new Set(ids);
      for (const id of ids) {
        const shown = ids.length === 1 || id === panelId || id === chatId;
        if (shown) onGone(id, neighbourOf(items, id, going));
      }
    },
    onRefused: showRefused,
    onOwn: release,
  });

  const rowOf = (id: string) => rows.find((row) => row.id === id);
  const rowsOf = (ids: ReadonlySet<string>) => rows.filter((row) => ids.has(row.id));
  const inGroup = (group: string) => rows.filter((row) => row.group === group);

  function openMenu(of: MenuAt["of"], id: string, anchor: Element | Point, fromKeyboard: boolean) {
    setMenu({ of, id, anchor, fromKeyboard });
    setMenuOpen(true);
  }

  function rowKey(id: string, key: RowKey) {
    const row = rowOf(id);
    if (!row) return;
    const many = selection.selected.has(id) && selectedRows.length > 1;
    if (key === "delete") ask({ kind: "delete", rows: many ? selectedRows : [row] });
    else if (key === "archive" && many) void withSelected(isArchive ? actions.restore : actions.archive);
    else if (isBroken(row)) return;
    else if (key === "archive") void (row.archived ? actions.restore : actions.archive)([row]);
    else if (!row.archived) setEditingId(id);
  }

  function drop(ids: readonly string[], group: string | null) {
    if (ids.some((id) => selection.selected.has(id))) selection.clear();
    forgetRefused();
    void actions.move(rowsOf(new Set(ids)), group);
  }

  const renameGroup = (group: string) => ask({ kind: "rename-group", group, rows: inGroup(group) });
  const dissolveGroup = (group: string) =>
    void actions.move(inGroup(group), null, t("sessions.groupDissolved", { name: group }));

  const hasBar = selection.active || refused !== null;
  const focusOn = useRailFocus(nav, hasBar);

  function changeView(next: "list" | "archive") {
    clear();
    onViewChange(next);
  }

  return (
    <nav ref={nav} aria-label={t("sessions.title")} className="flex h-full min-h-0 flex-col bg-panel">
      <RailHead
        archive={isArchive}
        filter={filter}
        found={order.length}
        onFilter={setFilter}
        onBack={() => changeView("list")}
        onNewQuestion={onNewQuestion}
      />

      {items.length > 0 ? (
        <SessionList
          key={view}
          items={items}
          archive={isArchive}
          chatId={chatId}
          panelId={panelId}
          menuFor={menuOpen && menu?.of === "session" ? menu.id : null}
          groupMenuFor={menuOpen && menu?.of === "group" ? menu.id : null}
          editingId={editingId}
          words={words}
          gone={gone}
          selection={selection}
          shape={shape}
          onOpen={onOpenPanel}
          onMenu={(row, anchor, fromKeyboard) => openMenu("session", row.id, anchor, fromKeyboard)}
          onGroupMenu={(group, anchor, fromKeyboard) => openMenu("group", group, anchor, fromKeyboard)}
          onToggle={setCollapsed}
          onRowKey={(row, key) => rowKey(row.id, key)}
          onRenameGroup={renameGroup}
          onEdit={setEditingId}
          onRename={actions.rename}
          onDrop={drop}
          onDragging={setDragging}
          onPointer={setPointer}
          onEscape={clear}
        />
      ) : (
        <RailState
          query={query}
          view={view}
          filter={filter.trim()}
          hasArchived={archived > 0}
          elsewhere={elsewhere}
          onClearFilter={() => setFilter("")}
          onNewQuestion={onNewQuestion}
          onOtherView={() => changeView(isArchive ? "list" : "archive")}
        />
      )}

      <p role="status" className="sr-only">
        {selection.active ? t("sessions.selected", { count: selection.selected.size }) : ""}
      </p>
      {hasBar ? (
        <SelectionBar
          rows={selectedRows}
          archive={isArchive}
          groups={groups}
          refused={refused}
          onAll={selection.all}
          onClear={selection.clear}
          onArchive={() => void withSelected(actions.archive)}
          onRestore={() => void withSelected(actions.restore)}
          onMove={(group) => void withSelected((selected) => actions.move(selected, group))}
          onNewGroup={() => ask({ kind: "new-group", rows: selectedRows })}
          onDelete={() => ask({ kind: "delete", rows: selectedRows })}
          onCloseRefused={forgetRefused}
        />
      ) : null}

      {isArchive ? null : <RailFoot archived={query.data ? archived : null} onArchive={() => changeView("archive")} />}

      {menu ? (
        <RailMenus
          menu={menu}
          open={menuOpen}
          row={menu.of === "session" ? rowOf(menu.id) : undefined}
          groups={groups}
          selected={selection.selected.has(menu.id)}
          inPanel={menu.id === panelId}
          actions={actions}
          // A dialog that the menu opened has taken the focus, and gives it back to the row itself.
          finalFocus={(...ids) => (isAsking() ? false : focusOn(...ids))}
          onOpenChange={setMenuOpen}
          onOpenPanel={onOpenPanel}
          onAsk={ask}
          onSelect={selection.toggle}
          onRenameGroup={renameGroup}
          onDissolveGroup={dissolveGroup}
        />
      ) : null}
      {task ? (
        <SessionDialogs
          key={taskKey(task)}
          task={task}
          groups={groups}
          actions={actions}
          onClose={() => ask(null)}
          onKept={(refusals: readonly Refusal[]) => {
            clear();
            if (refusals.length > 0) showRefused({ act: "delete", refusals });
          }}
          onMoved={selection.clear}
          onGroupRenamed={(from, to) => {
            groupRenamed(to);
            renameCollapsed(from, to);
          }}
          finalFocus={() => focusOn(...buttonsAfter())}
        />
      ) : null}
    </nav>
  );
}

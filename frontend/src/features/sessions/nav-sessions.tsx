import type { SessionSummary } from "@thothii/backend/api/sessions";
import { Archive, ArrowLeft, ListFilter, Plus, X } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { number } from "../../lib/format.ts";
import { useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { groupNames } from "./groups.ts";
import { neighbourOf, railItems } from "./rail-items.ts";
import { RailState } from "./rail-state.tsx";
import { SessionDialogs, type SessionTask } from "./session-dialogs.tsx";
import { type Point, SessionList } from "./session-list.tsx";
import { SessionMenu } from "./session-menu.tsx";
import { rowButtonId, rowMenuButtonId } from "./session-row.tsx";
import { useSessions } from "./sessions-query.ts";
import { useCollapsedGroups } from "./use-collapsed-groups.ts";
import { useSessionActions } from "./use-session-actions.ts";

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

type MenuAt = { id: string; anchor: Element | Point; fromKeyboard: boolean };

export function NavSessions({
  chatId,
  panelId,
  view,
  onViewChange,
  onOpenPanel,
  onNewQuestion,
  onGone,
}: NavSessionsProps) {
  const { t, language } = useTexts();
  const nav = useRef<HTMLElement>(null);
  const query = useSessions();
  const { collapsed, setCollapsed } = useCollapsedGroups();
  const [filter, setFilter] = useState("");
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const [menuOpen, setMenuOpen] = useState(false);
  const [task, setTask] = useState<SessionTask | null>(null);
  const asking = useRef(false);

  const rows = useMemo(() => query.data ?? [], [query.data]);
  const items = useMemo(() => railItems(rows, { view, filter, collapsed }), [rows, view, filter, collapsed]);
  const groups = useMemo(() => groupNames(rows), [rows]);
  const archived = useMemo(() => rows.filter((row) => row.archived).length, [rows]);
  const actions = useSessionActions({ onGone: (id) => onGone(id, neighbourOf(items, id)) });

  const menuRow = rows.find(({ id }) => id === menu?.id);
  const isArchive = view === "archive";
  const found = items.filter(({ kind }) => kind === "session").length;

  // Stable, as `onOpenPanel` should be, so that a row is drawn anew only when its own data changes.
  const openMenu = useCallback(({ id }: SessionSummary, anchor: Element | Point, fromKeyboard: boolean) => {
    setMenu({ id, anchor, fromKeyboard });
    setMenuOpen(true);
  }, []);

  function ask(next: SessionTask | null) {
    asking.current = next !== null;
    setTask(next);
  }

  /** A row's button, or where the row is gone the list's own stop, which stands at its place. */
  const focusRow = (id: string, buttonId = rowButtonId(id)) =>
    document.getElementById(buttonId) ?? nav.current?.querySelector<HTMLElement>('li button[tabindex="0"]') ?? null;

  return (
    <nav ref={nav} aria-label={t("sessions.title")} className="flex h-full min-h-0 flex-col bg-panel">
      <div className="grid gap-2 px-3 pt-3 pb-2">
        <div className="flex h-[30px] items-center gap-2">
          {isArchive ? (
            <IconButton
              label={t("sessions.backToList")}
              icon={<ArrowLeft aria-hidden="true" />}
              onClick={() => onViewChange("list")}
              className="-ml-1"
            />
          ) : null}
          <h2 className="min-w-0 flex-1 truncate font-bold">
            {isArchive ? t("sessions.archive") : t("sessions.title")}
          </h2>
          {onNewQuestion && !isArchive ? (
            <Button icon={<Plus aria-hidden="true" />} onClick={onNewQuestion}>
              {t("sessions.newQuestion")}
            </Button>
          ) : null}
        </div>
        <TextField
          label={t("sessions.filter")}
          hideLabel
          type="text"
          placeholder={t("sessions.filter")}
          icon={<ListFilter aria-hidden="true" />}
          autoComplete="off"
          spellCheck={false}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape" && filter && !event.nativeEvent.isComposing) {
              event.stopPropagation();
              setFilter("");
            }
          }}
          action={
            filter ? (
              <IconButton
                size="sm"
                className="-mr-1.5"
                label={t("sessions.clearFilter")}
                icon={<X aria-hidden="true" />}
                onClick={() => setFilter("")}
              />
            ) : null
          }
        />
        <p role="status" className="sr-only">
          {filter.trim() ? t("sessions.found", { count: found }) : ""}
        </p>
      </div>

      {items.length > 0 ? (
        <SessionList
          key={view}
          items={items}
          archive={isArchive}
          chatId={chatId}
          panelId={panelId}
          menuFor={menuOpen ? (menu?.id ?? null) : null}
          onOpen={onOpenPanel}
          onMenu={openMenu}
          onToggle={setCollapsed}
          onRowKey={(row, key) => {
            if (key === "delete") ask({ kind: "delete", row });
            else if (row.problem?.severity === "error") return;
            else if (key === "archive") (row.archived ? actions.restore : actions.archive)(row);
            else if (!row.archived) ask({ kind: "rename", row });
          }}
        />
      ) : (
        <RailState
          query={query}
          view={view}
          filter={filter.trim()}
          hasArchived={archived > 0}
          onClearFilter={() => setFilter("")}
          onNewQuestion={onNewQuestion}
          onOpenArchive={() => onViewChange("archive")}
        />
      )}

      {isArchive ? null : (
        <button
          type="button"
          onClick={() => onViewChange("archive")}
          className="flex h-[42px] shrink-0 items-center gap-[9px] border-line border-t px-4 font-medium text-ink-2 transition-colors hover:bg-sunk hover:text-ink focus-visible:-outline-offset-2"
        >
          <Archive aria-hidden="true" />
          <span className="flex-1 text-left">{t("sessions.archive")}</span>
          <span className="font-body text-ink-3">{query.data ? number(archived, language) : ""}</span>
        </button>
      )}

      {menu && menuRow ? (
        <SessionMenu
          row={menuRow}
          groups={groups}
          open={menuOpen}
          anchor={menu.anchor}
          fromKeyboard={menu.fromKeyboard}
          onOpenChange={setMenuOpen}
          finalFocus={() =>
            // A dialog that the menu opened has taken the focus, and gives it back to the row itself.
            asking.current
              ? false
              : focusRow(menu.id, menu.anchor instanceof HTMLButtonElement ? rowMenuButtonId(menu.id) : undefined)
          }
          onOpenPanel={() => onOpenPanel(menuRow.id)}
          onRename={() => ask({ kind: "rename", row: menuRow })}
          onMove={(group) => actions.move(menuRow, group)}
          onNewGroup={() => ask({ kind: "new-group", row: menuRow })}
          onArchive={() => actions.archive(menuRow)}
          onRestore={() => actions.restore(menuRow)}
          onDelete={() => ask({ kind: "delete", row: menuRow })}
        />
      ) : null}
      {task ? (
        <SessionDialogs
          key={`${task.kind} ${task.row.id}`}
          task={task}
          groups={groups}
          actions={actions}
          onClose={() => ask(null)}
          finalFocus={() => focusRow(task.row.id)}
        />
      ) : null}
    </nav>
  );
}

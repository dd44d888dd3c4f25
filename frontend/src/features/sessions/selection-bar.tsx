import type { SessionSummary } from "@thothii/backend/api/sessions";
import { Archive, ArchiveRestore, Folder, ListChecks, Trash2, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";
import { sessionName } from "../../lib/session-name.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { GroupChoices } from "./group-choices.tsx";
import type { Refused } from "./use-session-actions.ts";

export type SelectionBarProps = {
  rows: readonly SessionSummary[];
  archive: boolean;
  groups: readonly string[];
  /** What could not be done the last time, until it is closed. */
  refused: Refused | null;
  onAll: () => void;
  onClear: () => void;
  onArchive: () => void;
  onRestore: () => void;
  onMove: (group: string | null) => void;
  onNewGroup: () => void;
  onDelete: () => void;
  onCloseRefused: () => void;
};

/** What can be done with the selected sessions at once, and which of them the last such act left out, and why. */
export function SelectionBar(props: SelectionBarProps) {
  const { t } = useTexts();
  const { rows, refused, onClear, onCloseRefused } = props;

  function keyDown(event: KeyboardEvent<HTMLElement>) {
    // A menu's own Esc comes by here too, for React, but not from within.
    if (event.key !== "Escape" || !event.currentTarget.contains(event.target as Node)) return;
    onClear();
    onCloseRefused();
  }

  return (
    <section
      aria-label={t("sessions.selectionActions")}
      onKeyDown={keyDown}
      className="shrink-0 border-line border-t bg-panel"
    >
      {refused ? <RefusedList refused={refused} onClose={onCloseRefused} /> : null}
      {rows.length > 0 ? <Actions {...props} /> : null}
    </section>
  );
}

function Actions({
  rows,
  archive,
  groups,
  onAll,
  onClear,
  onArchive,
  onRestore,
  onMove,
  onNewGroup,
  onDelete,
}: SelectionBarProps) {
  const { t } = useTexts();
  const [first] = rows;
  const group = first?.group || null;
  const current = rows.every((row) => (row.group || null) === group) ? group : undefined;
  return (
    <div className="grid gap-2 px-3 py-2.5">
      <div className="flex h-6 items-center gap-1">
        <p className="min-w-0 flex-1 truncate pl-1 font-strong text-small">
          {t("sessions.selected", { count: rows.length })}
        </p>
        <IconButton
          size="sm"
          label={t("sessions.selectAll")}
          icon={<ListChecks aria-hidden="true" />}
          onClick={onAll}
          className="touch:size-10"
        />
        <IconButton
          size="sm"
          label={t("sessions.clearSelection")}
          shortcut="Esc"
          icon={<X aria-hidden="true" />}
          onClick={onClear}
          className="touch:size-10"
        />
      </div>
      <div className="flex flex-wrap gap-1.5">
        {archive ? (
          <Button size="sm" icon={<ArchiveRestore aria-hidden="true" />} onClick={onRestore} className="touch:h-10">
            {t("sessions.restore")}
          </Button>
        ) : (
          <>
            <Button size="sm" icon={<Archive aria-hidden="true" />} onClick={onArchive} className="touch:h-10">
              {t("sessions.archiveIt")}
            </Button>
            <Menu
              side="top"
              align="start"
              label={t("sessions.moveToGroup")}
              trigger={
                <Button
                  size="sm"
                  aria-label={t("sessions.moveToGroup")}
                  icon={<Folder aria-hidden="true" />}
                  className="touch:h-10"
                >
                  {t("sessions.move")}
                </Button>
              }
            >
              <GroupChoices current={current} groups={groups} onMove={onMove} onNewGroup={onNewGroup} />
            </Menu>
          </>
        )}
        <Button size="sm" icon={<Trash2 aria-hidden="true" />} onClick={onDelete} className="text-loss touch:h-10">
          {t("sessions.delete")}
        </Button>
      </div>
    </div>
  );
}

function RefusedList({ refused: { act, refusals }, onClose }: { refused: Refused; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <div role="alert" className="grid gap-1 border-line border-b bg-loss-soft py-2 pr-2 pl-4 text-small">
      <div className="flex items-center gap-1">
        <p className="flex-1 font-strong text-loss">{t(`sessions.refused.${act}`, { count: refusals.length })}</p>
        <IconButton
          size="sm"
          label={t("sessions.closeRefused")}
          icon={<X aria-hidden="true" />}
          onClick={onClose}
          className="text-loss"
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <ul tabIndex={0} className="grid max-h-36 gap-1.5 overflow-y-auto pr-2 pb-1">
        {refusals.map(({ row, error }) => {
          const { text, detail } = problemText(t, error);
          return (
            <li key={row.id} className="[overflow-wrap:anywhere]">
              <span dir="auto" className="line-clamp-1 font-strong">
                {sessionName(row)}
              </span>
              {[text, detail].filter(Boolean).join(" ")}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

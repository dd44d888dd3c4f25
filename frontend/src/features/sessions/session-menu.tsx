import type { SessionSummary } from "@thothii/backend/api/sessions";
import { Archive, ArchiveRestore, Columns2, Folder, Mail, MailOpen, Pencil, SquareCheck, Trash2 } from "lucide-react";
import type { ComponentProps } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { sessionName } from "../../lib/session-name.ts";
import { Menu, MenuItem, MenuSeparator, SubMenu } from "../../ui/menu.tsx";
import { GroupChoices } from "./group-choices.tsx";
import { isBroken } from "./row-state.ts";

export type SessionMenuProps = {
  row: SessionSummary;
  groups: readonly string[];
  selected: boolean;
  /** It is being read, so there is nothing to mark. */
  inPanel: boolean;
  open: boolean;
  anchor: ComponentProps<typeof Menu>["anchor"];
  fromKeyboard: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: ComponentProps<typeof Menu>["finalFocus"];
  onOpenPanel: () => void;
  onRename: () => void;
  onMove: (group: string | null) => void;
  onNewGroup: () => void;
  onArchive: () => void;
  onRestore: () => void;
  onDelete: () => void;
  onMark: (unread: boolean) => void;
  onSelect: () => void;
};

/** What can be done with a session. An archived one can only be read, restored or deleted, a broken one read or deleted. */
export function SessionMenu({
  row,
  groups,
  selected,
  inPanel,
  open,
  anchor,
  fromKeyboard,
  onOpenChange,
  finalFocus,
  onOpenPanel,
  onRename,
  onMove,
  onNewGroup,
  onArchive,
  onRestore,
  onDelete,
  onMark,
  onSelect,
}: SessionMenuProps) {
  const { t } = useTexts();
  const active = !row.archived && !isBroken(row);
  return (
    <Menu
      open={open}
      anchor={anchor}
      fromKeyboard={fromKeyboard}
      onOpenChange={onOpenChange}
      finalFocus={finalFocus}
      label={t("sessions.actions", { name: sessionName(row) })}
    >
      <MenuItem icon={<Columns2 aria-hidden="true" />} shortcut="↵" keys="Enter" onSelect={onOpenPanel}>
        {t("sessions.splitView")}
      </MenuItem>
      {active ? (
        <>
          <MenuItem icon={<Pencil aria-hidden="true" />} shortcut="F2" keys="F2" onSelect={onRename}>
            {t("sessions.rename")}
          </MenuItem>
          <SubMenu icon={<Folder aria-hidden="true" />} label={t("sessions.moveToGroup")}>
            <GroupChoices current={row.group || null} groups={groups} onMove={onMove} onNewGroup={onNewGroup} />
          </SubMenu>
          {inPanel ? null : (
            <MenuItem
              icon={row.unread ? <MailOpen aria-hidden="true" /> : <Mail aria-hidden="true" />}
              onSelect={() => onMark(!row.unread)}
            >
              {t(row.unread ? "sessions.markRead" : "sessions.markUnread")}
            </MenuItem>
          )}
        </>
      ) : null}
      <MenuItem icon={<SquareCheck aria-hidden="true" />} onSelect={onSelect}>
        {t(selected ? "sessions.unselect" : "sessions.select")}
      </MenuItem>
      <MenuSeparator />
      {active ? (
        <MenuItem icon={<Archive aria-hidden="true" />} shortcut="E" keys="E" onSelect={onArchive}>
          {t("sessions.archiveIt")}
        </MenuItem>
      ) : null}
      {row.archived && !isBroken(row) ? (
        <MenuItem icon={<ArchiveRestore aria-hidden="true" />} shortcut="E" keys="E" onSelect={onRestore}>
          {t("sessions.restore")}
        </MenuItem>
      ) : null}
      <MenuItem
        icon={<Trash2 aria-hidden="true" />}
        shortcut={t("sessions.deleteKey")}
        keys="Delete"
        danger
        onSelect={onDelete}
      >
        {t("sessions.delete")}
      </MenuItem>
    </Menu>
  );
}

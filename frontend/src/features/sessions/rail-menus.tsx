import type { SessionSummary } from "@thothii/backend/api/sessions";
import { groupMenuButtonId } from "./group-header.tsx";
import { GroupMenu } from "./group-menu.tsx";
import { groupButtonId } from "./rail-items.ts";
import type { SessionTask } from "./session-dialogs.tsx";
import { SessionMenu } from "./session-menu.tsx";
import { rowButtonId, rowMenuButtonId } from "./session-row.tsx";
import type { Point } from "./use-row-pointer.ts";
import type { SessionActions } from "./use-session-actions.ts";

/** What a menu is about, and where it stands. */
export type MenuAt = { of: "session" | "group"; id: string; anchor: Element | Point; fromKeyboard: boolean };

export type RailMenusProps = {
  menu: MenuAt;
  open: boolean;
  /** The session the menu is of, as long as there is one. */
  row: SessionSummary | undefined;
  groups: readonly string[];
  selected: boolean;
  inPanel: boolean;
  actions: SessionActions;
  /** What gets the focus: the first of these that is there, or nothing (`false`) where a dialog has it. */
  finalFocus: (...ids: (string | undefined)[]) => HTMLElement | null | false;
  onOpenChange: (open: boolean) => void;
  onOpenPanel: (id: string) => void;
  onAsk: (task: SessionTask) => void;
  onSelect: (id: string) => void;
  onRenameGroup: (group: string) => void;
  onDissolveGroup: (group: string) => void;
};

/** The one menu of the rail, a session's or a group's, wherever it was opened. */
export function RailMenus({
  menu,
  open,
  row,
  groups,
  selected,
  inPanel,
  actions,
  finalFocus,
  onOpenChange,
  onOpenPanel,
  onAsk,
  onSelect,
  onRenameGroup,
  onDissolveGroup,
}: RailMenusProps) {
  const { of, id, anchor, fromKeyboard } = menu;
  const frame = { open, anchor, fromKeyboard, onOpenChange };
  const byButton = anchor instanceof HTMLButtonElement;
  if (of === "group") {
    return (
      <GroupMenu
        {...frame}
        group={id}
        finalFocus={() => finalFocus(byButton ? groupMenuButtonId(id) : undefined, groupButtonId(id))}
        onRename={() => onRenameGroup(id)}
        onDissolve={() => onDissolveGroup(id)}
      />
    );
  }
  if (!row) return null;
  return (
    <SessionMenu
      {...frame}
      row={row}
      groups={groups}
      selected={selected}
      inPanel={inPanel}
      finalFocus={() => finalFocus(byButton ? rowMenuButtonId(id) : undefined, rowButtonId(id))}
      onOpenPanel={() => onOpenPanel(id)}
      onRename={() => onAsk({ kind: "rename", row })}
      onMove={(group) => void actions.move([row], group)}
      onNewGroup={() => onAsk({ kind: "new-group", rows: [row] })}
      onArchive={() => void actions.archive([row])}
      onRestore={() => void actions.restore([row])}
      onDelete={() => onAsk({ kind: "delete", rows: [row] })}
      onMark={(unread) => void actions.mark([row], unread)}
      onSelect={() => onSelect(id)}
    />
  );
}

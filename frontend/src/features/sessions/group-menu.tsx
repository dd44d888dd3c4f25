import { FolderX, Pencil } from "lucide-react";
import type { ComponentProps } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";

export type GroupMenuProps = Pick<
  ComponentProps<typeof Menu>,
  "anchor" | "open" | "onOpenChange" | "finalFocus" | "fromKeyboard"
> & {
  group: string;
  onRename: () => void;
  onDissolve: () => void;
};

/** What can be done with a whole group. */
export function GroupMenu({ group, onRename, onDissolve, ...menu }: GroupMenuProps) {
  const { t } = useTexts();
  return (
    <Menu {...menu} label={t("sessions.groupActions", { name: group })}>
      <MenuItem icon={<Pencil aria-hidden="true" />} shortcut="F2" keys="F2" onSelect={onRename}>
        {t("sessions.renameGroup")}
      </MenuItem>
      <MenuItem icon={<FolderX aria-hidden="true" />} onSelect={onDissolve}>
        {t("sessions.dissolveGroup")}
      </MenuItem>
    </Menu>
  );
}

import { FolderPlus } from "lucide-react";
import { useTexts } from "../../lib/i18n.ts";
import { MenuItem, MenuRadioGroup, MenuRadioItem, MenuSeparator } from "../../ui/menu.tsx";

const noGroup = "";

export type GroupChoicesProps = {
  /** The group they are in, null for none; undefined where they are not all in the same. */
  current: string | null | undefined;
  groups: readonly string[];
  onMove: (group: string | null) => void;
  onNewGroup: () => void;
};

/** The items of a menu that says where sessions go: every group there is, none, or a new one. */
export function GroupChoices({ current, groups, onMove, onNewGroup }: GroupChoicesProps) {
  const { t } = useTexts();
  return (
    <>
      <MenuRadioGroup
        value={current === undefined ? null : (current ?? noGroup)}
        onChange={(group) => onMove(group || null)}
      >
        {groups.map((group) => (
          <MenuRadioItem key={group} value={group}>
            {group}
          </MenuRadioItem>
        ))}
        <MenuRadioItem value={noGroup}>{t("sessions.noGroup")}</MenuRadioItem>
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuItem icon={<FolderPlus aria-hidden="true" />} onSelect={onNewGroup}>
        {t("sessions.newGroup")}
      </MenuItem>
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { ArrowRightLeft, GitFork } from "lucide-react";
import { useState } from "react";
import { type T, useTexts } from "../../lib/i18n.ts";
import { agentsQuery } from "../../lib/queries.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { type ForkWay, forkWay, isLost, type WorkSource } from "./work-source.ts";

type ForkMenuProps = {
  source: WorkSource;
  onContinue: (source: WorkSource) => void;
  onFork: (way: Exclude<ForkWay, { kind: "refused" }>) => void;
  /** What is in the way of copying a session of the workspace. */
  copyRefused?: string | undefined;
};

/** The two ways to take work elsewhere: to another agent, or as a copy of its own. */
export function ForkMenu({ source, onContinue, onFork, copyRefused }: ForkMenuProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const agents = useQuery({ ...agentsQuery, enabled: open });
  const way = forkWay(source, agents.data?.agents);
  const refusal = way.kind === "refused" ? refusalText(t, way) : way.kind === "copy" ? copyRefused : undefined;
  return (
    <Menu
      label={t("agents.moves")}
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton label={t("agents.moves")} icon={<GitFork aria-hidden="true" />} className="touch:size-10" />}
    >
      <MenuItem
        icon={<ArrowRightLeft aria-hidden="true" />}
        disabled={isLost(source)}
        hint={isLost(source) ? t("agents.refusal.lost") : undefined}
        onSelect={() => onContinue(source)}
      >
        {t("agents.continue")}
      </MenuItem>
      <MenuItem
        icon={<GitFork aria-hidden="true" />}
        disabled={refusal !== undefined}
        hint={refusal}
        onSelect={() => way.kind !== "refused" && onFork(way)}
      >
        {t("agents.fork")}
      </MenuItem>
    </Menu>
  );
}

function refusalText(t: T, { why, agent = "" }: Extract<ForkWay, { kind: "refused" }>): string {
  return t(`agents.refusal.${why}`, { agent });
}

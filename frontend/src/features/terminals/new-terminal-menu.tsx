import { useQuery } from "@tanstack/react-query";
import { Bot, Plus, SquareTerminal } from "lucide-react";
import { useState } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";
import { agentsQuery } from "../../lib/queries.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator, SubMenu } from "../../ui/menu.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { Opening } from "./terminal-actions.ts";

type NewTerminalMenuProps = {
  /** One is on its way. */
  busy: boolean;
  onOpen: (opening: Opening) => void;
  onAgentSettings: () => void;
};

/** A shell, or an agent; those that are not installed say how to get them. */
export function NewTerminalMenu({ busy, onOpen, onAgentSettings }: NewTerminalMenuProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const agents = useQuery({ ...agentsQuery, enabled: open });
  const installed = agents.data?.agents.filter((agent) => agent.installed) ?? [];
  const others = agents.data?.agents.filter((agent) => !agent.installed) ?? [];
  return (
    <Menu
      label={t("terminals.new")}
      align="start"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          label={t("terminals.new")}
          icon={busy ? <Spinner /> : <Plus aria-hidden="true" />}
          aria-busy={busy || undefined}
          disabled={busy}
          className="touch:size-10"
        />
      }
    >
      <MenuItem icon={<SquareTerminal aria-hidden="true" />} onSelect={() => onOpen({ kind: "shell" })}>
        {t("terminals.shell")}
      </MenuItem>
      <MenuSeparator />
      {agents.isError ? (
        <MenuItem disabled onSelect={() => {}} hint={problemText(t, agents.error).text}>
          {t("terminals.agentsFailed")}
        </MenuItem>
      ) : null}
      {agents.isPending ? (
        <MenuItem disabled onSelect={() => {}}>
          {t("terminals.agentsLoading")}
        </MenuItem>
      ) : null}
      {installed.map(({ id, label }) => (
        <MenuItem key={id} icon={<Bot aria-hidden="true" />} onSelect={() => onOpen({ kind: "agent", id })}>
          {label}
        </MenuItem>
      ))}
      {agents.data && installed.length === 0 ? (
        <MenuItem disabled onSelect={() => {}} hint={t("terminals.noAgentsHint")}>
          {t("terminals.noAgents")}
        </MenuItem>
      ) : null}
      {others.length > 0 ? (
        <SubMenu label={t("terminals.notInstalled")}>
          {others.map(({ id, label, install }) => (
            <MenuItem key={id} disabled onSelect={() => {}} hint={howTo(install)}>
              {label}
            </MenuItem>
          ))}
        </SubMenu>
      ) : null}
      <MenuSeparator />
      <MenuItem onSelect={onAgentSettings}>{t("terminals.agentSettings")}</MenuItem>
    </Menu>
  );
}

/** The command alone: that it installs, the heading says. */
const howTo = (install: string | null) => install?.replace(/^Install it: /, "");

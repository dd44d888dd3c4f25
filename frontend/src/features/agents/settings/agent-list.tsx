import type { Agent } from "@thothii/backend/api/agents";
import { clsx } from "clsx";
import { useTexts } from "../../../lib/i18n.ts";
import type { AgentForm } from "./agent-form.ts";
import { stateOf } from "./agent-text.ts";

type AgentListProps = {
  agents: Agent[];
  drafts: Readonly<Record<string, AgentForm>>;
  current: string;
  onChoose: (id: string) => void;
};

/** Those that can be started first. */
export function AgentList({ agents, drafts, current, onChoose }: AgentListProps) {
  const { t } = useTexts();
  const sorted = [...agents].sort((a, b) => Number(b.installed) - Number(a.installed));
  return (
    <ul aria-label={t("agents.settings.list")} className="grid gap-px max-[640px]:gap-1">
      {sorted.map((agent) => {
        const unsaved = drafts[agent.id] !== undefined;
        return (
          <li key={agent.id}>
            <button
              type="button"
              data-agent={agent.id}
              aria-current={agent.id === current || undefined}
              onClick={() => onChoose(agent.id)}
              className={clsx(
                "grid w-full rounded-md px-2.5 py-1.5 text-start transition-colors",
                agent.id === current ? "forced-selected bg-accent-soft" : "hover:bg-sunk",
              )}
            >
              <span className="flex min-w-0 items-center gap-1.5">
                <span dir="auto" className={clsx("min-w-0 truncate", agent.installed ? "font-medium" : "text-ink-2")}>
                  {agent.label}
                </span>
                {unsaved ? (
                  <>
                    <span aria-hidden="true" className="forced-outline size-1.5 shrink-0 rounded-full bg-wait" />
                    <span className="sr-only">, {t("agents.settings.unsaved")}</span>
                  </>
                ) : null}
              </span>
              <span className="truncate text-ink-3 text-tiny">{stateOf(t, agent)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

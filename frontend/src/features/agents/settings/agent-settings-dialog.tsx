import { useQuery } from "@tanstack/react-query";
import type { Agent } from "@thothii/backend/api/agents";
import { ChevronLeft, Plus, TriangleAlert } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { useTexts } from "../../../lib/i18n.ts";
import { agentsQuery } from "../../../lib/queries.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { NEW_AGENT, NO_AGENT } from "./agent-address.ts";
import { useAgentDrafts } from "./agent-drafts.ts";
import { AgentEditor } from "./agent-editor.tsx";
import { AgentList } from "./agent-list.tsx";

type AgentSettingsDialogProps = {
  /** The one that is edited, `NO_AGENT` or `NEW_AGENT`; null closes. */
  agent: string | null;
  onAgent: (agent: string | null) => void;
};

/** Every agent and how it is started: a list, and beside it the settings of one. */
export function AgentSettingsDialog({ agent, onAgent }: AgentSettingsDialogProps) {
  const { t } = useTexts();
  const agents = useQuery({ ...agentsQuery, enabled: agent !== null });
  return (
    <Dialog
      open={agent !== null}
      onOpenChange={(open) => !open && onAgent(null)}
      wide
      title={t("agents.settings.title")}
      description={t("agents.settings.what")}
    >
      {agents.data ? (
        <Content
          agents={agents.data.agents}
          trouble={agents.data.trouble}
          agent={agent ?? NO_AGENT}
          onAgent={onAgent}
        />
      ) : agents.isError ? (
        <ErrorState
          title={t("terminals.agentsFailed")}
          error={agents.error}
          onRetry={() => void agents.refetch()}
          retrying={agents.isFetching}
        />
      ) : (
        <div role="status" className="grid gap-2.5">
          <span className="sr-only">{t("app.loading")}</span>
          {["w-1/2", "w-2/3", "w-2/5", "w-3/5"].map((width) => (
            <Skeleton key={width} className={`h-8 ${width}`} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

type ContentProps = {
  agents: Agent[];
  trouble: string | null;
  agent: string;
  onAgent: (agent: string | null) => void;
};

function Content({ agents, trouble, agent, onAgent }: ContentProps) {
  const { t } = useTexts();
  const drafts = useAgentDrafts();
  const edited = agents.find(({ id }) => id === agent);
  const isOne = agent !== NO_AGENT;
  const { list, back } = useFocusOfOnePart(agent);
  return (
    <>
      {trouble ? (
        <div role="alert" className="flex gap-2 rounded-md bg-wait-soft px-3 py-2 text-small [overflow-wrap:anywhere]">
          <TriangleAlert aria-hidden="true" className="mt-px text-wait" />
          <div className="grid gap-0.5">
            <p className="font-strong">{t("agents.settings.trouble")}</p>
            <p lang="en" className="text-ink-2">
              {trouble}
            </p>
          </div>
        </div>
      ) : null}
      <div className="grid min-h-0 grid-cols-[13.5rem_minmax(0,1fr)] gap-5 max-[640px]:grid-cols-1">
        <div ref={list} className={isOne ? "grid content-start gap-2 max-[640px]:hidden" : "grid content-start gap-2"}>
          <AgentList agents={agents} drafts={drafts} current={agent} onChoose={onAgent} />
          <Button icon={<Plus aria-hidden="true" />} className="touch:h-10" onClick={() => onAgent(NEW_AGENT)}>
            {t("agents.settings.add")}
          </Button>
        </div>
        <div className={isOne ? "min-w-0" : "min-w-0 max-[640px]:hidden"}>
          {isOne ? (
            <div className="-ms-2 mb-2 hidden max-[640px]:block">
              <Button
                ref={back}
                size="sm"
                variant="ghost"
                icon={<ChevronLeft aria-hidden="true" />}
                onClick={() => onAgent(NO_AGENT)}
              >
                {t("agents.settings.all")}
              </Button>
            </div>
          ) : null}
          {edited || agent === NEW_AGENT ? (
            <AgentEditor key={agent} agent={edited ?? null} agents={agents} drafts={drafts} onAgent={onAgent} />
          ) : (
            <EmptyState title={t(isOne ? "agents.settings.gone" : "agents.settings.choose")}>
              {isOne ? null : t("agents.settings.chooseBody")}
            </EmptyState>
          )}
        </div>
      </div>
    </>
  );
}

/** Where there is room for one part only, the other goes from under the focus: it moves on to the one that came. */
function useFocusOfOnePart(agent: string) {
  const list = useRef<HTMLDivElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  const last = useRef(agent);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = agent;
    if (before === agent) return;
    if (agent !== NO_AGENT) {
      if (list.current && getComputedStyle(list.current).display === "none") back.current?.focus();
      return;
    }
    const left = list.current?.querySelector<HTMLElement>(`[data-agent="${CSS.escape(before)}"]`);
    (left ?? list.current?.querySelector<HTMLElement>("button"))?.focus();
  }, [agent]);
  return { list, back };
}

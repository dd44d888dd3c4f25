import { useQueryClient } from "@tanstack/react-query";
import type { Agent } from "@thothii/backend/api/agents";
import { CircleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import { api } from "../../../lib/api.ts";
import { useTexts } from "../../../lib/i18n.ts";
import { problemText } from "../../../lib/problem-text.ts";
import { agentsQuery } from "../../../lib/queries.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { NEW_AGENT, NO_AGENT } from "./agent-address.ts";
import { setAgentDraft } from "./agent-drafts.ts";
import { AgentFields } from "./agent-fields.tsx";
import { type AgentForm, configOf, emptyForm, formFaults, formOf, sameForm } from "./agent-form.ts";
import { stateOf } from "./agent-text.ts";

type AgentEditorProps = {
  /** Null: a new one. */
  agent: Agent | null;
  agents: Agent[];
  drafts: Readonly<Record<string, AgentForm>>;
  onAgent: (agent: string | null) => void;
};

const agentPath = (id: string) => `/agents/${encodeURIComponent(id)}`;

/** How one agent is started. What is typed is a draft until it is saved. */
export function AgentEditor({ agent, agents, drafts, onAgent }: AgentEditorProps) {
  const { t } = useTexts();
  const toast = useToast();
  const client = useQueryClient();
  const key = agent?.id ?? NEW_AGENT;
  const saved = agent ? formOf(agent) : emptyForm;
  const form = drafts[key] ?? saved;
  const changed = !sameForm(form, saved);
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<{ what: "saveFailed" | "removeFailed"; error: unknown } | null>(null);
  const [removing, setRemoving] = useState(false);
  const taken = agent ? [] : agents.map(({ id }) => id);
  const faults = formFaults(form, taken);

  function change(part: Partial<AgentForm>) {
    const next = { ...form, ...part };
    setFailure(null);
    setAgentDraft(key, sameForm(next, saved) ? null : next);
  }

  async function act(how: () => Promise<unknown>, done: string, what: "saveFailed" | "removeFailed", then: string) {
    setSaving(true);
    setFailure(null);
    try {
      await how();
      await client.invalidateQueries({ queryKey: agentsQuery.queryKey });
      setAgentDraft(key, null);
      toast.show({ text: done });
      if (then !== key) onAgent(then);
    } catch (error) {
      setFailure({ what, error });
    } finally {
      setSaving(false);
      setRemoving(false);
    }
  }

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (saving) return;
    if (Object.keys(faults).length > 0) return focusFault(event.currentTarget);
    void act(() => api.put(agentPath(form.id), configOf(form)), t("agents.settings.saved"), "saveFailed", form.id);
  }

  const why = failure && problemText(t, failure.error);
  return (
    <form onSubmit={save} noValidate className="grid gap-4">
      <header className="grid gap-0.5">
        <h3 dir="auto" className="font-bold text-title">
          {agent ? agent.label : t("agents.settings.newTitle")}
        </h3>
        {agent ? <p className="text-ink-3 text-small">{stateOf(t, agent)}</p> : null}
        {agent?.install ? <Install text={agent.install} /> : null}
      </header>
      <AgentFields
        form={form}
        isNew={agent === null}
        faults={tried ? faults : {}}
        readOnly={saving}
        onChange={change}
      />
      {failure && why ? (
        <p role="alert" className="flex gap-2 rounded-md bg-loss-soft px-3 py-2 text-small [overflow-wrap:anywhere]">
          <CircleAlert aria-hidden="true" className="mt-px text-loss" />
          <span>
            <span className="font-strong text-loss">{t(`agents.settings.${failure.what}`)}.</span>{" "}
            {why.detail ?? why.text}
          </span>
        </p>
      ) : null}
      <footer className="sticky -bottom-5 -mx-1 -mb-5 flex flex-wrap items-center gap-2 border-line border-t bg-panel px-1 py-3">
        {agent && (!agent.preset || agent.edited) ? (
          <Button disabled={saving} onClick={() => setRemoving(true)}>
            {t(agent.preset ? "agents.settings.reset" : "agents.settings.remove")}
          </Button>
        ) : null}
        <span role="status" className="min-w-0 flex-1 text-end text-ink-3 text-small">
          {changed ? t("agents.settings.unsavedKept") : ""}
        </span>
        {changed ? (
          <Button variant="ghost" disabled={saving} onClick={() => setAgentDraft(key, null)}>
            {t("agents.settings.discard")}
          </Button>
        ) : null}
        <Button type="submit" variant="primary" busy={saving} disabled={!changed}>
          {t("app.save")}
        </Button>
      </footer>
      {agent ? (
        <AlertDialog
          open={removing}
          onOpenChange={setRemoving}
          danger={!agent.preset}
          busy={saving}
          title={t(agent.preset ? "agents.settings.resetTitle" : "agents.settings.removeTitle", { label: agent.label })}
          description={t(agent.preset ? "agents.settings.resetBody" : "agents.settings.removeBody")}
          confirmLabel={t(agent.preset ? "agents.settings.reset" : "agents.settings.remove")}
          onConfirm={() =>
            void act(
              () => api.delete(agentPath(agent.id)),
              t(agent.preset ? "agents.settings.wasReset" : "agents.settings.removed"),
              agent.preset ? "saveFailed" : "removeFailed",
              agent.preset ? agent.id : NO_AGENT,
            )
          }
        />
      ) : null}
    </form>
  );
}

/** The first field that keeps the settings from being saved, once it says so. */
function focusFault(form: HTMLFormElement) {
  requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}

function Install({ text }: { text: string }) {
  const { t } = useTexts();
  const command = text.replace(/^Install it: /, "");
  return (
    <p className="mt-1.5 flex items-center gap-2 rounded-md bg-sunk py-1 ps-2.5 pe-1 text-small">
      <code className="min-w-0 flex-1 text-[12px] [overflow-wrap:anywhere]">{command}</code>
      <CopyButton label={t("agents.settings.copyInstall")} text={() => command} size="sm" />
    </p>
  );
}

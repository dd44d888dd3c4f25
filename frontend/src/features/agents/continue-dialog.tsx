import { useQuery } from "@tanstack/react-query";
import { CONTEXT_CHARS } from "@thothii/backend/api/agent-limits";
import type { Context, Placement, RunRequest } from "@thothii/backend/api/agents";
import type { Terminal } from "@thothii/backend/api/terminals";
import { useRef, useState } from "react";
import { ApiProblem, api } from "../../lib/api.ts";
import { useTexts } from "../../lib/i18n.ts";
import { remember, remembered } from "../../lib/memory.ts";
import { agentsQuery } from "../../lib/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { contextState, notReady } from "./context-state.ts";
import { ContextView } from "./context-view.tsx";
import { useRunAgent } from "./run-agent.ts";
import { RunFailure } from "./run-failure.tsx";
import { continuing, sourceKey, type WorkSource } from "./work-source.ts";

const LAST_TARGET = "agents.target";
const NOTE_CHARS = 20_000;

type ContinueDialogProps = {
  source: WorkSource;
  /** Room for two panes; else a tab is all there is. */
  canSplit: boolean;
  onStarted: (terminal: Terminal, placement: Placement) => void;
  /** Another terminal works on the same session. */
  onGoTo: (terminal: string) => void;
  onClosed: () => void;
};

/** Hands the work to an agent of choice, after showing what it will be given. */
export function ContinueDialog({ source, canSplit, onStarted, onGoTo, onClosed }: ContinueDialogProps) {
  const { t } = useTexts();
  const run = useRunAgent();
  const [open, setOpen] = useState(true);
  const [chars, setChars] = useState<number>(CONTEXT_CHARS.default);
  const [edited, setEdited] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [placement, setPlacement] = useState<Placement>(canSplit ? "split" : "tab");
  const [starting, setStarting] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const select = useRef<HTMLSelectElement>(null);

  const fetched = useQuery({
    queryKey: ["context", sourceKey(source), chars],
    queryFn: ({ signal }) =>
      api.post<Context>("/agents/context", { ...continuing(source), contextChars: chars }, { signal }),
    // What was shown is what is handed over: nothing fetches it anew under the reader's eyes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const agents = useQuery(agentsQuery);
  const list = agents.data?.agents ?? [];
  const last = remembered(LAST_TARGET);
  const target = chosen ?? list.find(({ id, installed }) => installed && id === last)?.id ?? "";
  const state = contextState(fetched);
  const text = edited ?? (state.kind === "ready" ? state.context.context : "");
  const reason = notReady(state, text, target);

  async function start() {
    if (reason !== null || starting) return;
    setStarting(true);
    setError(null);
    const isMoving = source.kind === "terminal" && source.terminal.state === "running";
    const request: RunRequest = {
      ...continuing(source),
      agent: target,
      contextChars: chars,
      placement,
      // A program that goes on shows more meanwhile: the agent gets what the reader saw.
      ...(edited !== null || isMoving ? { context: text } : {}),
      ...(note.trim() ? { note: note.trim() } : {}),
    };
    try {
      const terminal = await run(request);
      remember(LAST_TARGET, target);
      onStarted(terminal, placement);
      setOpen(false);
    } catch (problem) {
      setError(problem);
    } finally {
      setStarting(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !starting && setOpen(next)}
      onClosed={onClosed}
      wide
      initialFocus={select}
      title={t("agents.continue")}
      description={t(`agents.handsOver.${source.kind}`)}
    >
      <div className="grid gap-4">
        <div className="grid items-end gap-3 has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_auto] max-[560px]:has-[>:nth-child(2)]:grid-cols-1">
          <SelectField
            ref={select}
            label={t("agents.target")}
            value={target}
            placeholder={agents.isPending ? t("app.loading") : t("agents.chooseTarget")}
            disabled={starting}
            options={list.map(({ id, label, installed }) => ({
              value: id,
              label: installed ? label : t("agents.notInstalledOption", { label }),
              disabled: !installed,
            }))}
            onChange={setChosen}
            hint={agents.data && list.every(({ installed }) => !installed) ? t("agents.noneInstalled") : undefined}
          />
          {canSplit ? (
            <Segmented<Placement>
              label={t("agents.placement")}
              value={placement}
              onChange={setPlacement}
              options={[
                { value: "split", label: t("agents.split") },
                { value: "tab", label: t("agents.tab") },
              ]}
            />
          ) : null}
        </div>
        <ContextView
          state={state}
          text={text}
          isEdited={edited !== null}
          readOnly={starting}
          onEdit={setEdited}
          onRestore={() => setEdited(null)}
          onRetry={() => void fetched.refetch()}
          onMore={chars < CONTEXT_CHARS.max && edited === null ? () => setChars(CONTEXT_CHARS.max) : undefined}
        />
        <TextArea
          label={t("agents.note")}
          placeholder={t("agents.notePlaceholder")}
          value={note}
          maxLength={NOTE_CHARS}
          readOnly={starting}
          rows={2}
          onChange={setNote}
        />
        {error ? (
          <RunFailure
            error={error}
            onGoTo={
              error instanceof ApiProblem && error.terminal
                ? () => {
                    onGoTo(error.terminal as string);
                    setOpen(false);
                  }
                : undefined
            }
          />
        ) : null}
      </div>
      <DialogActions>
        {reason && reason !== "context" ? (
          <p className="min-w-0 flex-1 self-center text-ink-3 text-small">{t(`agents.notReady.${reason}`)}</p>
        ) : null}
        <Button disabled={starting} onClick={() => setOpen(false)}>
          {t("app.cancel")}
        </Button>
        <Button variant="primary" disabled={reason !== null} busy={starting} onClick={() => void start()}>
          {t("agents.start")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SessionSummary } from "@thothii/backend/api/sessions";
import { useRef } from "react";
import { ApiProblem } from "../../lib/api.ts";
import { useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";
import { useToast } from "../../ui/toast.tsx";
import { sessionName } from "./session-text.ts";
import { archiveSession, deleteSession, renameSession, setSessionGroup, unarchiveSession } from "./sessions-api.ts";
import { changeRow, sessionsKey, sessionsQuery } from "./sessions-query.ts";
import { addToBurst, type Undoable, withoutFailed } from "./undo-burst.ts";

const undoToast = "sessions-undo";

type Change = {
  row: SessionSummary;
  /** Shown at once, and taken back if the server refuses. Without it the list waits for the answer. */
  atOnce?: Partial<SessionSummary>;
  request: () => Promise<SessionSummary>;
};

export type SessionActions = ReturnType<typeof useSessionActions>;

/**
 * What a person does to a session. Archiving, restoring and moving show at once and offer to undo the whole burst;
 * renaming and deleting resolve when done and reject with the problem, for the dialog that asked to show it.
 */
export function useSessionActions({ onGone }: { onGone: (id: string) => void }) {
  const { t } = useTexts();
  const toast = useToast();
  const client = useQueryClient();
  const burst = useRef<Undoable[]>([]);

  const { mutateAsync } = useMutation({
    mutationKey: sessionsKey,
    networkMode: "always",
    mutationFn: ({ request }: Change) => request(),
    async onMutate({ row, atOnce }) {
      if (!atOnce) return;
      await client.cancelQueries({ queryKey: sessionsKey });
      client.setQueryData(sessionsQuery.queryKey, (rows) => changeRow(rows, row.id, atOnce));
    },
    onSuccess(answer) {
      client.setQueryData(sessionsQuery.queryKey, (rows) => changeRow(rows, answer.id, answer));
    },
    onError(_error, { row, atOnce }) {
      if (!atOnce) return;
      // Only what this change touched: others may have changed the rest meanwhile.
      const before = Object.fromEntries(
        Object.keys(atOnce).map((field) => [field, row[field as keyof SessionSummary]]),
      );
      client.setQueryData(sessionsQuery.queryKey, (rows) => changeRow(rows, row.id, before));
    },
    onSettled(_answer, _error, { row }) {
      void client.invalidateQueries({ queryKey: ["session", row.id] });
      refetchOnceQuiet();
    },
  });

  const { mutateAsync: remove } = useMutation({
    mutationKey: sessionsKey,
    networkMode: "always",
    mutationFn: async (row: SessionSummary) => {
      try {
        await deleteSession(row.id);
      } catch (error) {
        // Gone is what was wanted, whoever was first.
        if (!(error instanceof ApiProblem && error.code === "session-not-found")) throw error;
      }
    },
    onSuccess(_answer, row) {
      onGone(row.id);
      client.setQueryData(sessionsQuery.queryKey, (rows) => rows?.filter(({ id }) => id !== row.id));
      client.removeQueries({ queryKey: ["session", row.id] });
      toast.show({ text: t("sessions.deleted", { name: sessionName(row) }) });
    },
    onSettled: refetchOnceQuiet,
  });

  // Called while the settling change still counts as one under way.
  function refetchOnceQuiet() {
    if (client.isMutating({ mutationKey: sessionsKey }) <= 1) void client.invalidateQueries({ queryKey: sessionsKey });
  }

  function complain(text: string, error: unknown) {
    const problem = problemText(t, error);
    toast.show({ kind: "failed", text, detail: [problem.text, problem.detail].filter(Boolean).join(" ") });
  }

  function setArchived(row: SessionSummary, archived: boolean) {
    return mutateAsync({
      row: { ...row, archived: !archived },
      atOnce: { archived },
      request: () => (archived ? archiveSession(row.id) : unarchiveSession(row.id)),
    });
  }

  function setGroup(row: SessionSummary, group: string | null) {
    return mutateAsync({ row, atOnce: { group }, request: () => setSessionGroup(row.id, group ?? "") });
  }

  /** Shows the change with a way back; a refused one leaves the burst. */
  function offerUndo(done: Undoable, work: Promise<unknown>, failure: string) {
    burst.current = addToBurst(burst.current, done);
    showBurst();
    work.catch((error: unknown) => {
      burst.current = withoutFailed(burst.current, done, done.row.id);
      showBurst();
      complain(failure, error);
    });
  }

  function showBurst() {
    const { current } = burst;
    if (current.length === 0) return toast.close(undoToast);
    toast.show({
      id: undoToast,
      text: burstText(current),
      action: { label: t("sessions.undo"), onSelect: () => void undo() },
      onClose: () => {
        if (burst.current === current) burst.current = [];
      },
    });
  }

  function burstText(done: readonly Undoable[]): string {
    const [first] = done;
    if (!first) return "";
    const name = sessionName(first.row);
    if (done.length > 1) {
      const alike = done.every((other) => other.kind === first.kind && other.before === first.before);
      if (!alike) return t("sessions.changed", { count: done.length });
      if (first.kind === "moved") return t("sessions.moved", { count: done.length, name, group: "" });
      return first.before
        ? t("sessions.restored", { count: done.length, name })
        : t("sessions.archived", { count: done.length, name });
    }
    if (first.kind === "moved") {
      return t("sessions.moved", { count: 1, name, group: first.to ?? t("sessions.noGroup") });
    }
    return first.before ? t("sessions.restored", { count: 1, name }) : t("sessions.archived", { count: 1, name });
  }

  async function undo() {
    const done = burst.current;
    burst.current = [];
    const outcomes = await Promise.allSettled(
      done.map((change) =>
        change.kind === "moved"
          ? setGroup({ ...change.row, group: change.to }, change.before)
          : setArchived(change.row, change.before),
      ),
    );
    const refused = outcomes.find((outcome) => outcome.status === "rejected");
    if (refused) complain(t("sessions.failedUndo"), refused.reason);
  }

  return {
    archive(row: SessionSummary) {
      offerUndo(
        { kind: "archived", row, before: false, to: true },
        setArchived(row, true),
        t("sessions.failedArchive"),
      );
    },
    restore(row: SessionSummary) {
      offerUndo(
        { kind: "archived", row, before: true, to: false },
        setArchived(row, false),
        t("sessions.failedRestore"),
      );
    },
    move(row: SessionSummary, group: string | null) {
      if ((row.group || null) === group) return;
      const done: Undoable = { kind: "moved", row, before: row.group || null, to: group };
      offerUndo(done, setGroup(row, group), t("sessions.failedMove"));
    },
    /** For a group typed by hand, which may be refused: rejects with the problem. */
    async moveToNew(row: SessionSummary, group: string) {
      if (row.group === group) return;
      await mutateAsync({ row, request: () => setSessionGroup(row.id, group) });
      burst.current = addToBurst(burst.current, { kind: "moved", row, before: row.group || null, to: group });
      showBurst();
    },
    async rename(row: SessionSummary, name: string) {
      if ((row.name ?? "") === name) return;
      await mutateAsync({ row, request: () => renameSession(row.id, name) });
    },
    remove,
  };
}

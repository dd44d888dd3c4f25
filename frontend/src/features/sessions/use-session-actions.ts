import type { SessionSummary } from "@thothii/backend/api/sessions";
import { useRef } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";
import { sessionName } from "../../lib/session-name.ts";
import { useToast } from "../../ui/toast.tsx";
import { activityOf, isBroken } from "./row-state.ts";
import { archiveSession, markSession, renameSession, setSessionGroup, unarchiveSession } from "./sessions-api.ts";
import { addToBurst, type Undoable, withoutFailed } from "./undo-burst.ts";
import { type Change, type Refusal, useSessionChanges } from "./use-session-changes.ts";

const undoToast = "sessions-undo";

type Rows = readonly SessionSummary[];

/** What a person asked for that could not be done with every session. */
export type Refused = {
  act: "archive" | "restore" | "move" | "delete" | "undo" | "mark";
  refusals: readonly Refusal[];
};

export type SessionActions = ReturnType<typeof useSessionActions>;

export type SessionActionsOptions = {
  /** Sessions were deleted here. */
  onGone: (ids: readonly string[]) => void;
  /** Some of many were refused; a single one is told by a toast. */
  onRefused: (refused: Refused) => void;
  /** What changes next was done here. */
  onOwn: (ids: readonly string[]) => void;
};

/**
 * What a person does to one session or to many. Archiving, restoring and moving show at once and offer to undo the whole
 * burst; renaming and a new group reject with the problem, for the field that asked to show it.
 */
export function useSessionActions({ onGone, onRefused, onOwn }: SessionActionsOptions) {
  const { t } = useTexts();
  const toast = useToast();
  const changes = useSessionChanges(onOwn);
  const burst = useRef<Undoable[]>([]);
  /** What the burst as a whole is called, as long as it is one act. */
  const label = useRef<string | undefined>(undefined);

  function tell(act: Refused["act"], asked: number, refusals: readonly Refusal[]) {
    const [first] = refusals;
    if (!first) return;
    if (asked > 1) return onRefused({ act, refusals });
    const problem = problemText(t, first.error);
    const text = t(`sessions.refused.${act}`, { count: 1 });
    toast.show({ kind: "failed", text, detail: [problem.text, problem.detail].filter(Boolean).join(" ") });
  }

  const changeOf = ({ kind, row, to }: Undoable): Change =>
    kind === "moved"
      ? { row, atOnce: { group: to }, request: () => setSessionGroup(row.id, to ?? "") }
      : {
          row,
          atOnce: { archived: to },
          request: () => (to ? archiveSession(row.id) : unarchiveSession(row.id)),
        };

  /** Shows the changes with a way back; refused ones leave the burst, and are the answer. */
  async function offerUndo(act: Refused["act"], done: readonly Undoable[], text?: string): Promise<readonly Refusal[]> {
    const [first] = done;
    if (!first) return [];
    addAndShow(done, text);
    const refused = await changes.apply(done.map(changeOf));
    if (refused.length === 0) return refused;
    burst.current = withoutFailed(burst.current, first.kind, idsOf(refused));
    showBurst();
    tell(act, done.length, refused);
    return refused;
  }

  function addAndShow(done: readonly Undoable[], text: string | undefined) {
    label.current = burst.current.length === 0 || label.current === text ? text : undefined;
    burst.current = addToBurst(burst.current, done);
    showBurst();
  }

  function showBurst() {
    const { current } = burst;
    if (current.length === 0) return toast.close(undoToast);
    toast.show({
      id: undoToast,
      text: label.current ?? burstText(current),
      action: { label: t("sessions.undo"), onSelect: () => void undo() },
      onClose: () => {
        if (burst.current === current) burst.current = [];
      },
    });
  }

  function burstText(done: readonly Undoable[]): string {
    const [first] = done;
    if (!first) return "";
    const count = done.length;
    const name = sessionName(first.row);
    const alike = done.every((other) => other.kind === first.kind && (first.kind === "moved" || other.to === first.to));
    if (!alike) return t("sessions.changed", { count });
    if (first.kind === "archived") return t(first.to ? "sessions.archived" : "sessions.restored", { count, name });
    return t("sessions.moved", { count, name, group: first.to ?? t("sessions.noGroup") });
  }

  async function undo() {
    const done = burst.current;
    burst.current = [];
    const back = done.map((change): Change => {
      if (change.kind === "moved") {
        return changeOf({ ...change, row: { ...change.row, group: change.to }, to: change.before });
      }
      return changeOf({ ...change, row: { ...change.row, archived: change.to }, to: change.before });
    });
    tell("undo", done.length, await changes.apply(back));
  }

  const moves = (rows: Rows, group: string | null) =>
    rows
      .filter((row) => (row.group || null) !== group)
      .map((row): Undoable => ({ kind: "moved", row, before: row.group || null, to: group }));

  return {
    archive: (rows: Rows) =>
      offerUndo(
        "archive",
        rows.map((row) => ({ kind: "archived", row, before: false, to: true })),
      ),
    restore: (rows: Rows) =>
      offerUndo(
        "restore",
        rows.map((row) => ({ kind: "archived", row, before: true, to: false })),
      ),
    move: (rows: Rows, group: string | null, text?: string) => offerUndo("move", moves(rows, group), text),
    /** For a group typed by hand, whose name may be refused: then rejects with the problem, and nothing has changed. */
    async moveToNew(rows: Rows, group: string, text?: string) {
      // The first one tries the name, so it had better be one that can be moved at all.
      const [first, ...rest] = moves([...rows.filter((row) => !isBroken(row)), ...rows.filter(isBroken)], group);
      if (!first) return;
      const [refused] = await changes.apply([{ row: first.row, request: () => setSessionGroup(first.row.id, group) }]);
      if (refused) throw refused.error;
      addAndShow([first], text);
      void offerUndo("move", rest, text);
    },
    async rename(row: SessionSummary, name: string) {
      if ((row.name ?? "") === name) return;
      const [refused] = await changes.apply([{ row, request: () => renameSession(row.id, name) }]);
      if (refused) throw refused.error;
    },
    async mark(rows: Rows, unread: boolean) {
      const marked = rows.flatMap((row): Change[] => {
        const at = activityOf(row);
        if (!at || row.unread === unread) return [];
        // Just before its last activity, so that this one is news again.
        const seen = unread ? new Date(Date.parse(at) - 1).toISOString() : at;
        return [{ row, atOnce: { unread }, request: () => markSession(row.id, seen, unread).then(() => undefined) }];
      });
      tell("mark", marked.length, await changes.apply(marked));
    },
    /** Answers what was refused. `onProgress` is told how many are gone. */
    async remove(rows: Rows, onProgress?: (gone: number) => void): Promise<readonly Refusal[]> {
      const refused = await changes.remove({ rows, onProgress, onGone });
      const kept = idsOf(refused);
      const gone = rows.filter(({ id }) => !kept.has(id));
      const [first] = gone;
      if (first) toast.show({ text: t("sessions.deleted", { count: gone.length, name: sessionName(first) }) });
      return refused;
    },
  };
}

const idsOf = (refused: readonly Refusal[]) => new Set(refused.map(({ row }) => row.id));

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SessionSummary } from "@thothii/backend/api/sessions";
import { ApiProblem } from "../../lib/api.ts";
import { eachBounded } from "../../lib/each-bounded.ts";
import { deleteSession } from "./sessions-api.ts";
import { sessionsKey, sessionsQuery } from "./sessions-query.ts";

export type Change = {
  row: SessionSummary;
  /** Shown at once, and taken back if the server refuses. Without it the list waits for the answer. */
  atOnce?: Partial<SessionSummary>;
  /** Answers the row as it is then, where the server tells it. */
  request: () => Promise<SessionSummary | undefined>;
};

export type Removal = {
  rows: readonly SessionSummary[];
  /** Told how many are gone. */
  onProgress?: ((gone: number) => void) | undefined;
  /** Told which are gone while the list still has them. */
  onGone: (ids: readonly string[]) => void;
};

export type Refusal = { row: SessionSummary; error: unknown };

// A browser opens six connections to a host; one is left for what the reader does meanwhile.
const atATime = 5;

/**
 * Asks the server for changes of sessions, and keeps the list true meanwhile: one or thousands, a burst is one change of
 * the list at its begin, one at its end and one fetch. `onOwn` is told the ids before the list changes. Both answer
 * with what was refused; they never reject.
 */
export function useSessionChanges(onOwn: (ids: readonly string[]) => void) {
  const client = useQueryClient();

  function change(byId: ReadonlyMap<string, Partial<SessionSummary>>) {
    client.setQueryData(sessionsQuery.queryKey, (rows) =>
      rows?.map((row) => {
        const fields = byId.get(row.id);
        return fields ? { ...row, ...fields } : row;
      }),
    );
  }

  // Called while the settling change still counts as one under way.
  function refetchOnceQuiet() {
    if (client.isMutating({ mutationKey: sessionsKey }) <= 1) void client.invalidateQueries({ queryKey: sessionsKey });
  }

  const { mutateAsync: apply } = useMutation({
    mutationKey: sessionsKey,
    networkMode: "always",
    async mutationFn(changes: readonly Change[]) {
      const outcome = new Map<string, Partial<SessionSummary>>();
      const refused: Refusal[] = [];
      await eachBounded(changes, atATime, async ({ row, atOnce, request }) => {
        try {
          const answer = await request();
          if (answer) outcome.set(row.id, answer);
        } catch (error) {
          refused.push({ row, error });
          // Only what this change touched: others may have changed the rest meanwhile.
          const fields = Object.keys(atOnce ?? {}) as (keyof SessionSummary)[];
          outcome.set(row.id, Object.fromEntries(fields.map((field) => [field, row[field]])));
        }
      });
      change(outcome);
      return refused;
    },
    async onMutate(changes) {
      const atOnce = new Map(changes.flatMap((one) => (one.atOnce ? [[one.row.id, one.atOnce] as const] : [])));
      onOwn(changes.map(({ row }) => row.id));
      if (atOnce.size === 0) return;
      await client.cancelQueries({ queryKey: sessionsKey });
      change(atOnce);
    },
    onSettled(_answer, _error, changes) {
      for (const { row } of changes) void client.invalidateQueries({ queryKey: ["session", row.id] });
      refetchOnceQuiet();
    },
  });

  const { mutateAsync: remove } = useMutation({
    mutationKey: sessionsKey,
    networkMode: "always",
    async mutationFn({ rows, onProgress, onGone }: Removal) {
      const refused: Refusal[] = [];
      let count = 0;
      await eachBounded(rows, atATime, async (row) => {
        try {
          await deleteSession(row.id);
        } catch (error) {
          // Gone is what was wanted, whoever was first.
          if (!(error instanceof ApiProblem && error.code === "session-not-found")) {
            refused.push({ row, error });
            return;
          }
        }
        onProgress?.(++count);
      });
      const kept = new Set(refused.map(({ row }) => row.id));
      const gone = new Set(rows.map(({ id }) => id).filter((id) => !kept.has(id)));
      onOwn([...gone]);
      onGone([...gone]);
      client.setQueryData(sessionsQuery.queryKey, (list) => list?.filter(({ id }) => !gone.has(id)));
      for (const id of gone) client.removeQueries({ queryKey: ["session", id] });
      return refused;
    },
    onSettled: refetchOnceQuiet,
  });

  return { apply, remove };
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionSummary } from "@thothii/backend/api/sessions";
import { type ComponentProps, useState } from "react";
import { eachBounded } from "../../lib/each-bounded.ts";
import { useTexts } from "../../lib/i18n.ts";
import { sessionQuery } from "../../lib/queries.ts";
import { sessionName } from "../../lib/session-name.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { hasAgent } from "./row-state.ts";

export type DeleteManyDialogProps = {
  rows: readonly SessionSummary[];
  /** Resolves when all is done that could be; `onProgress` is told how many are gone. */
  onDelete: (onProgress: (gone: number) => void) => Promise<void>;
  onClose: () => void;
  finalFocus: ComponentProps<typeof AlertDialog>["finalFocus"];
};

/** Of more sessions than this the documents are not counted: each costs a look into its folder. */
const counted = 40;
const named = 100;

/** One confirmation for many: names them, how many documents they have in all, and which an agent works on. */
export function DeleteManyDialog({ rows, onDelete, onClose, finalFocus }: DeleteManyDialogProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState(true);
  const [done, setDone] = useState<number | null>(null);
  const documents = useDocumentCount(rows, open && done === null);
  const count = rows.length;
  const running = rows.filter(hasAgent).length;

  async function confirm() {
    setDone(0);
    await onDelete(setDone);
    setOpen(false);
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      title={t("sessions.deleteManyTitle", { count })}
      description={
        <>
          <ul className="max-h-44 overflow-y-auto rounded-md bg-sunk px-3 py-2 text-ink text-small">
            {rows.slice(0, named).map((row) => (
              <li key={row.id} className="flex gap-2">
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {sessionName(row)}
                </span>
                {hasAgent(row) ? <span className="shrink-0 text-wait">{t("sessions.deleteManyAtWork")}</span> : null}
              </li>
            ))}
            {count > named ? <li>{t("sessions.deleteManyMore", { count: count - named })}</li> : null}
          </ul>
          <p>
            {documents === undefined ? t("sessions.deleteMany") : t("sessions.deleteManyWhat", { count: documents })}
          </p>
          <p>
            {running > 0 ? (
              <strong>{t("sessions.deleteManyRunning", { count: running })}</strong>
            ) : (
              t("sessions.deleteManyIdle")
            )}
          </p>
        </>
      }
      confirmLabel={done === null ? t("sessions.delete") : t("sessions.deletingMany", { done, count })}
      onConfirm={() => void confirm()}
      danger
      busy={done !== null}
      finalFocus={finalFocus}
    />
  );
}

function useDocumentCount(rows: readonly SessionSummary[], enabled: boolean): number | undefined {
  const client = useQueryClient();
  const ids = rows.map(({ id }) => id);
  const { data } = useQuery({
    queryKey: ["documents-in-all", ids],
    enabled: enabled && ids.length <= counted,
    gcTime: 0,
    retry: false,
    async queryFn() {
      let sum = 0;
      await eachBounded(ids, 4, async (id) => {
        const { documents } = await client.fetchQuery(sessionQuery(id));
        sum += documents?.filter(({ key }) => key !== "decisions").length ?? 0;
      });
      return sum;
    },
  });
  return data;
}

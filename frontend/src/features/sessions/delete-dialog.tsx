import { useQuery } from "@tanstack/react-query";
import type { SessionSummary } from "@thothii/backend/api/sessions";
import { type ComponentProps, useState } from "react";
import { cutText } from "../../lib/cut-text.ts";
import { useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";
import { sessionQuery } from "../../lib/queries.ts";
import { sessionName } from "../../lib/session-name.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { hasAgent, isBroken } from "./row-state.ts";

/** A question that stands in for a name may be long. */
const SHOWN_NAME = 120;

export type DeleteDialogProps = {
  row: SessionSummary;
  /** Rejects with the problem, which is then shown. */
  onDelete: () => Promise<void>;
  onClose: () => void;
  finalFocus: ComponentProps<typeof AlertDialog>["finalFocus"];
};

/** Says what goes (name, documents, a running agent) before it goes for good. */
export function DeleteDialog({ row, onDelete, onClose, finalFocus }: DeleteDialogProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState(true);
  const [deleting, setDeleting] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { data: session } = useQuery({ ...sessionQuery(row.id), enabled: open && !deleting });
  const count = session?.documents?.filter(({ key }) => key !== "decisions").length;

  async function confirm() {
    setDeleting(true);
    setError(null);
    try {
      await onDelete();
      setOpen(false);
    } catch (problem) {
      setError(problem);
    } finally {
      setDeleting(false);
    }
  }

  const problem = error ? problemText(t, error) : null;
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      title={t("sessions.deleteTitle", { name: cutText(sessionName(row), SHOWN_NAME) })}
      description={
        <>
          <p>{count === undefined ? t("sessions.deleteUnknown") : t("sessions.deleteWhat", { count })}</p>
          <p>{hasAgent(row) ? <strong>{t("sessions.deleteRunning")}</strong> : t("sessions.deleteIdle")}</p>
          {row.archived || isBroken(row) ? null : <p className="text-ink-3">{t("sessions.deleteInstead")}</p>}
        </>
      }
      confirmLabel={deleting ? t("sessions.deleting") : t("sessions.delete")}
      onConfirm={() => void confirm()}
      danger
      busy={deleting}
      finalFocus={finalFocus}
    >
      {problem ? (
        <p role="alert" className="rounded-md bg-loss-soft px-3 py-2 text-loss text-small">
          {t("sessions.refused.delete", { count: 1 })}. {problem.text} {problem.detail}
        </p>
      ) : null}
    </AlertDialog>
  );
}

import type { Terminal } from "@thothii/backend/api/terminals";
import { useState } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { useTerminalName } from "./use-terminals.ts";

type CloseTerminalDialogProps = {
  terminal: Terminal;
  onConfirm: () => Promise<void>;
  onClosed: () => void;
};

/** Asks before a program that still runs is stopped with all it has started. */
export function CloseTerminalDialog({ terminal, onConfirm, onClosed }: CloseTerminalDialogProps) {
  const { t } = useTexts();
  const name = useTerminalName(terminal);
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function confirm() {
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      setOpen(false);
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title={t("terminals.closeTitle", { title: name })}
      description={
        <>
          <p>{t("terminals.closeBody")}</p>
          {terminal.session ? <p>{t("terminals.closeSession")}</p> : null}
        </>
      }
      confirmLabel={t("terminals.closeConfirm")}
      danger
      busy={busy}
      onConfirm={() => void confirm()}
    >
      {error ? (
        <p role="alert" className="text-loss text-small">
          {t("terminals.closeFailed")}. {problemText(t, error).text}
        </p>
      ) : null}
    </AlertDialog>
  );
}

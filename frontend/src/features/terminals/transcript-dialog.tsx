import { useQuery } from "@tanstack/react-query";
import type { Terminal, TerminalTranscript } from "@thothii/backend/api/terminals";
import { api } from "../../lib/api.ts";
import { number } from "../../lib/format.ts";
import { useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { terminalPath } from "./terminal-actions.ts";

type TranscriptDialogProps = { terminal: Terminal; open: boolean; onOpenChange: (open: boolean) => void };

const MOST_CHARS = 400_000;

/** All that a terminal has shown, as text: also what its program has drawn over since. */
export function TranscriptDialog({ terminal, open, onOpenChange }: TranscriptDialogProps) {
  const { t, language } = useTexts();
  const transcript = useQuery({
    queryKey: ["terminal-transcript", terminal.id],
    queryFn: ({ signal }) =>
      api.get<TerminalTranscript>(`${terminalPath(terminal.id, "transcript")}?chars=${MOST_CHARS}`, { signal }),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
  });
  const { data } = transcript;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      wide
      title={t("terminals.transcript")}
      description={
        data
          ? [
              t(`terminals.source.${data.source}`),
              t("terminals.rows", { count: data.rows, rows: number(data.rows, language) }),
              data.droppedRows > 0 ? t("terminals.dropped", { count: data.droppedRows }) : null,
              data.redactions > 0 ? t("terminals.redacted", { count: data.redactions }) : null,
            ]
              .filter(Boolean)
              .join(" · ")
          : undefined
      }
    >
      {transcript.isError ? (
        <ErrorState
          title={t("terminals.transcriptFailed")}
          error={transcript.error}
          onRetry={() => void transcript.refetch()}
          retrying={transcript.isFetching}
        />
      ) : data ? (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
          tabIndex={0}
          className="max-h-[60vh] min-h-24 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-sunk p-3 text-[12px] leading-5 [overflow-wrap:anywhere]"
        >
          {data.text || t("terminals.nothingShown")}
        </pre>
      ) : (
        <div role="status" className="grid gap-2">
          <span className="sr-only">{t("app.loading")}</span>
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      )}
      <DialogActions>
        {data ? <CopyButton label={t("terminals.copyTranscript")} text={() => data.text} /> : null}
        <Button onClick={() => onOpenChange(false)}>{t("app.close")}</Button>
      </DialogActions>
    </Dialog>
  );
}

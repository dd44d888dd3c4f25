import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ForkDialog } from "../features/documents/fork-dialog.tsx";
import { phaseSteps } from "../features/documents/phase-steps.ts";
import { navigate } from "../lib/address.ts";
import { useTexts } from "../lib/i18n.ts";
import { problemText } from "../lib/problem-text.ts";
import { sessionQuery, workspaceQuery } from "../lib/queries.ts";
import { useToast } from "../ui/toast.tsx";

/** Asks from which phase a session is copied, whatever part of the page it is asked from; the copy is then opened. */
export function SessionFork({ id, onClosed }: { id: string; onClosed: () => void }) {
  const { t } = useTexts();
  const toast = useToast();
  const session = useQuery(sessionQuery(id));
  const workspace = useQuery(workspaceQuery).data;
  const { error, data } = session;
  useEffect(() => {
    if (!error || data) return;
    toast.show({ kind: "failed", text: t("agents.forkFailed"), detail: problemText(t, error).text });
    onClosed();
  }, [error, data, t, toast, onClosed]);
  if (!data) return null;
  return (
    <ForkDialog
      session={data}
      steps={phaseSteps(data, workspace?.phases ?? [])}
      onForked={(copy) => {
        navigate({ panel: copy.id, doc: null });
        toast.show({ text: t("documents.forking.done") });
      }}
      onClosed={onClosed}
      finalFocus={undefined}
    />
  );
}

import { useQueryClient } from "@tanstack/react-query";
import type { SessionSummary } from "@thothii/backend/api/sessions";
import { api, sessionPath } from "../../lib/api.ts";
import { useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";
import { useToast } from "../../ui/toast.tsx";

type Verb = "close" | "reopen" | "finalize";

/** Closes, reopens or completes a session, and tells how it went. Resolves to whether it was done. */
export function useStatusChange(id: string): (verb: Verb) => Promise<boolean> {
  const { t } = useTexts();
  const client = useQueryClient();
  const toast = useToast();
  return async function change(verb) {
    try {
      await api.post<SessionSummary>(sessionPath(id, verb));
    } catch (error) {
      const { text, detail } = problemText(t, error);
      toast.show({
        kind: "failed",
        text: t(`documents.actions.failed.${verb}`),
        detail: [text, detail].filter(Boolean).join(" "),
      });
      return false;
    }
    void client.invalidateQueries({ queryKey: ["session", id] });
    switch (verb) {
      case "close":
        toast.show({
          text: t("documents.actions.closedDone"),
          action: { label: t("documents.actions.undo"), onSelect: () => void change("reopen") },
        });
        break;
      case "reopen":
        toast.show({ text: t("documents.actions.reopenedDone") });
        break;
      case "finalize":
        toast.show({ text: t("documents.actions.completedDone") });
        break;
    }
    return true;
  };
}

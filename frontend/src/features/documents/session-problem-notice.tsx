import type { SessionDetail } from "@thothii/backend/api/sessions";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { useTexts } from "../../lib/i18n.ts";
import { CopyButton } from "../../ui/copy-button.tsx";

/** What can't be read of the session, what that means and what to do; nothing where all is well. */
export function SessionProblemNotice({ session }: { session: SessionDetail }) {
  const { t } = useTexts();
  const { problem, path } = session;
  if (!problem) return null;
  if (problem.severity === "warning") {
    const known = problem.code === "ledger-skipped";
    return (
      <div className="forced-outline flex gap-2.5 rounded-md bg-wait-soft px-3 py-2.5 text-small">
        <TriangleAlert aria-hidden="true" className="mt-px text-wait" />
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <p className="font-strong text-wait">
            {t(known ? "documents.ledgerSkippedTitle" : "documents.warningTitle")}
          </p>
          <p className="text-ink-2">{known ? t("documents.ledgerSkipped") : problem.message}</p>
        </div>
      </div>
    );
  }
  return (
    <div className="forced-outline flex gap-2.5 rounded-md bg-loss-soft px-3 py-2.5 text-small">
      <CircleAlert aria-hidden="true" className="mt-px text-loss" />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-strong text-loss">{t("documents.brokenTitle")}</p>
        <p className="whitespace-pre-wrap font-mono text-[12px] text-ink-2">{problem.message}</p>
        <p className="mt-1 text-ink-2">{t("documents.brokenWhat")}</p>
        {path && (
          <>
            <p className="mt-1 text-ink-2">{t("documents.brokenWhere")}</p>
            <p className="flex items-start gap-1">
              <code className="flex-1 text-ink">{path}</code>
              <CopyButton label={t("documents.copyPath")} text={() => path} size="sm" />
            </p>
          </>
        )}
      </div>
    </div>
  );
}

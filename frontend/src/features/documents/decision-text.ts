import type { T } from "../../lib/i18n.ts";
import type { TimelineEntry } from "./decisions.ts";

/** A decision in words: `F4 approvata`. */
export function decisionText(t: T, { kind, phase, to, decision }: TimelineEntry): string {
  switch (kind) {
    case "approve":
      return t("documents.decisions.approved", { phase });
    case "revise":
      return t("documents.decisions.revised", { phase });
    case "rollback":
      return to
        ? t("documents.decisions.rolledBack", { phase, to })
        : t("documents.decisions.rolledBackPlain", { phase });
    default:
      return [phase, decision].filter(Boolean).join(": ");
  }
}

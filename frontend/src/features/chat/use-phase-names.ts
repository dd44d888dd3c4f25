import { phaseTitle, useTexts } from "../../lib/i18n.ts";
import { useWorkspace } from "./chat-queries.ts";

/** A phase by its code and as the page names it: "2 · Contesto". */
export type PhaseName = { code: string; label: string };

/** The workflow tells which number a code has; one it doesn't know shows its title alone. */
export function usePhaseNames(codes: readonly string[]): readonly PhaseName[] {
  const { t } = useTexts();
  const phases = useWorkspace()?.phases;
  return codes.map((code) => {
    const index = phases?.findIndex((phase) => phase.code === code) ?? -1;
    const title = phaseTitle(t, phases?.[index] ?? { code });
    return { code, label: index < 0 ? title : t("chat.phase", { index: index + 1, title }) };
  });
}

import type { Terminal } from "@thothii/backend/api/terminals";
import type { T } from "../../lib/i18n.ts";

/** What has become of its program, in words. */
export function stateText(t: T, { state, exitCode, signal }: Pick<Terminal, "state" | "exitCode" | "signal">): string {
  if (state === "running") return t("terminals.running");
  if (state === "lost") return t("terminals.lost");
  if (signal !== null) return t("terminals.exitedBy", { signal });
  return exitCode === null ? t("terminals.exited") : t("terminals.exitedWith", { code: exitCode });
}

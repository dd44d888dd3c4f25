import type { Agent } from "@thothii/backend/api/agents";
import type { T } from "../../../lib/i18n.ts";

/** Whether it can be started, and what is known of how: tried, by its documentation, changed, or one's own. */
export function stateOf(t: T, agent: Pick<Agent, "installed" | "preset" | "edited" | "verified">): string {
  const presence = t(agent.installed ? "agents.settings.installed" : "agents.settings.notInstalled");
  return `${presence} · ${originOf(t, agent)}`;
}

function originOf(t: T, { preset, edited, verified }: Pick<Agent, "preset" | "edited" | "verified">): string {
  if (!preset) return t("agents.settings.custom");
  if (edited) return t("agents.settings.edited");
  if (verified?.how !== "verified") return t("agents.settings.fromDocs");
  return verified.version === null
    ? t("agents.settings.verified")
    : t("agents.settings.verifiedWith", { version: verified.version });
}

import { lazy, Suspense, useState } from "react";
import { NO_AGENT } from "../features/agents/settings/agent-address.ts";
import { navigate, useAddress } from "../lib/address.ts";

const AgentSettingsDialog = lazy(() =>
  import("../features/agents/settings/agent-settings-dialog.tsx").then((m) => ({ default: m.AgentSettingsDialog })),
);

export const openAgentSettings = () => navigate({ agent: NO_AGENT });

/** The settings of agents, which have an address. Loaded at their first use, and kept for the way out. */
export function AgentSettings() {
  const { agent } = useAddress();
  const [used, setUsed] = useState(agent !== null);
  if (agent !== null && !used) setUsed(true);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <AgentSettingsDialog agent={agent} onAgent={(next) => navigate({ agent: next }, { replace: true })} />
    </Suspense>
  );
}

import type { Workspace } from "@thothii/backend/api/workspace";

/** What `GET /workspace` answers in tests: the demo on the offline model. */
export function workspace(change: Partial<Workspace> = {}): Workspace {
  return {
    name: "Demo Retail",
    path: "/home/m/workspace",
    author: "M. Rossi",
    version: "0.1.0",
    created: false,
    phases: [],
    model: { id: "offline", offline: true },
    foreign: false,
    missing: [],
    warehouse: true,
    maxAgents: 4,
    ...change,
  };
}

// Owns sessions as the harness keeps them: the list, one session, its documents, and every change of the manifest.
// It runs no agent; whoever does attaches itself as the agent port.
export type { AgentPort } from "./agent-port.ts";
export type { HarnessRow } from "./normalise.ts";
export { sessionRoutes } from "./routes.ts";
export { createSeen } from "./seen.ts";
export { createSessions, type Sessions } from "./sessions.ts";
export type { BulkDocuments } from "./tht.ts";
export { createThtRunner, type ThtRunner } from "./tht-runner.ts";
export type { WorkspaceConfig } from "./workspace-config.ts";
export { workspaceRoutes } from "./workspace-routes.ts";

// Owns sessions as the harness keeps them: the list, one session, its documents, and every change of the manifest.
// It runs no agent; whoever does attaches itself as the agent port.
export type { AgentPort } from "./agent-port.ts";
export type { HarnessDetail, HarnessRow } from "./normalise.ts";
export { sessionRoutes } from "./routes.ts";
export { createSeen, type Seen } from "./seen.ts";
export { createSessions, type Sessions, type SessionsOptions } from "./sessions.ts";
export type { DecideInput, DocumentsInput, Tht } from "./tht.ts";
export { createThtRunner, type ThtRunner } from "./tht-runner.ts";
export type { WorkspaceConfig } from "./workspace-config.ts";
export { workspaceRoutes } from "./workspace-routes.ts";

import type { SessionSummary } from "@thothii/backend/api/sessions";
import { api, sessionPath } from "../../lib/api.ts";

/** An empty name clears it, and the question is shown again. Answers the row, as every one below but the last. */
export const renameSession = (id: string, name: string) =>
  api.post<SessionSummary>(sessionPath(id, "rename"), { name });

/** An empty group clears it. */
export const setSessionGroup = (id: string, group: string) =>
  api.post<SessionSummary>(sessionPath(id, "group"), { group });

/** Stops a live agent first. */
export const archiveSession = (id: string) => api.post<SessionSummary>(sessionPath(id, "archive"));

export const unarchiveSession = (id: string) => api.post<SessionSummary>(sessionPath(id, "unarchive"));

/** What happened in it up to `at` was read, or with `unread` what happened after is to be read again. */
export const markSession = (id: string, at: string, unread: boolean) =>
  api.post(sessionPath(id, "seen"), unread ? { at, unread } : { at });

/** For good: stops a live agent, then removes the session's folder. */
export const deleteSession = (id: string) => api.delete(sessionPath(id));

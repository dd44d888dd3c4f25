import type { Command } from "./command.ts";

export interface TableEntry {
  /** The words that call it. */
  path: readonly string[];
  summary: string;
  load(): Promise<{ command: Command }>;
}

/** Every command, in the order of the help. Each file is loaded only when its command runs or is explained. */
export const commandTable: readonly TableEntry[] = [
  {
    path: ["session", "list"],
    summary: "List the sessions, newest activity first",
    load: () => import("./commands/session-list.ts"),
  },
  {
    path: ["session", "show"],
    summary: "Show a session's manifest, phase and documents",
    load: () => import("./commands/session-show.ts"),
  },
  {
    path: ["session", "documents"],
    summary: "Print the documents the phases wrote",
    load: () => import("./commands/session-documents.ts"),
  },
  {
    path: ["session", "bulk-documents"],
    summary: "Print the documents of many sessions, one JSON line each; ids are lines on standard input",
    load: () => import("./commands/session-bulk-documents.ts"),
  },
  {
    path: ["session", "path"],
    summary: "Print a session's folder",
    load: () => import("./commands/session-path.ts"),
  },
  {
    path: ["session", "new"],
    summary: "Begin a session with a question",
    load: () => import("./commands/session-new.ts"),
  },
  {
    path: ["session", "set-name"],
    summary: "Name a session; an empty name clears it",
    load: () => import("./commands/session-set-name.ts"),
  },
  {
    path: ["session", "set-group"],
    summary: "Put a session in a group; an empty group takes it out",
    load: () => import("./commands/session-set-group.ts"),
  },
  {
    path: ["session", "archive"],
    summary: "Archive a session: it stays readable and can't be resumed",
    load: () => import("./commands/session-archive.ts"),
  },
  {
    path: ["session", "unarchive"],
    summary: "Bring an archived session back",
    load: () => import("./commands/session-unarchive.ts"),
  },
  {
    path: ["session", "delete"],
    summary: "Delete a session's folder for good",
    load: () => import("./commands/session-delete.ts"),
  },
  {
    path: ["session", "close"],
    summary: "Close an open session; it can be reopened",
    load: () => import("./commands/session-close.ts"),
  },
  {
    path: ["session", "reopen"],
    summary: "Reopen a closed session",
    load: () => import("./commands/session-reopen.ts"),
  },
  {
    path: ["session", "finalize"],
    summary: "Finalize a session whose last phase is approved",
    load: () => import("./commands/session-finalize.ts"),
  },
  {
    path: ["session", "put"],
    summary: "Write a phase's document",
    load: () => import("./commands/session-put.ts"),
  },
  {
    path: ["session", "decide"],
    summary: "Record a reviewer's decision on the current phase",
    load: () => import("./commands/session-decide.ts"),
  },
  {
    path: ["session", "fork"],
    summary: "Copy a session, whole or up to a phase",
    load: () => import("./commands/session-fork.ts"),
  },
  {
    path: ["dwh", "schema"],
    summary: "Print the tables of the data warehouse",
    load: () => import("./commands/dwh-schema.ts"),
  },
  {
    path: ["dwh", "query"],
    summary: "Run one read-only SQL statement",
    load: () => import("./commands/dwh-query.ts"),
  },
  {
    path: ["workspace", "init"],
    summary: "Make a workspace, with --demo a furnished one",
    load: () => import("./commands/workspace-init.ts"),
  },
  {
    path: ["config"],
    summary: "Print the workspace's settings, absolute paths, and the workflow",
    load: () => import("./commands/config.ts"),
  },
  {
    path: ["model", "serve"],
    summary: "Serve the offline model until standard input closes",
    load: () => import("./commands/model.ts"),
  },
];

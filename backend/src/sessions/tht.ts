import type { SessionDocument } from "../../api/documents.ts";
import type { Fork, NewSession } from "../../api/sessions.ts";
import type { HttpProblem } from "../http/problem.ts";
import type { DocumentDownload } from "./document-download.ts";
import type { HarnessDetail, HarnessRow } from "./normalise.ts";
import type { WorkspaceConfig } from "./workspace-config.ts";

interface DecideInput {
  phase: string;
  decision: "approve" | "revise" | "rollback";
  to?: string | undefined;
  note?: string | undefined;
  /** Makes a repeat harmless: the same key with the same content answers as before and writes nothing. */
  key?: string | undefined;
  /** `updated_at` of each document as it was shown; a document that changed since is refused. */
  expect?: Record<string, string> | undefined;
}

interface DocumentsInput {
  /** The intermediate ones too. */
  all?: boolean | undefined;
  key?: string | undefined;
  /** Cuts each content; 0 takes it whole. */
  maxBytes?: number | undefined;
}

/** What one of many sessions says, or why it can't be read. */
export type BulkDocuments = { id: string } & (
  | {
      documents: SessionDocument[];
      /** The session it was copied from; absent where only `show` would tell. */
      forkedFrom?: string | null;
    }
  | { problem: HttpProblem }
);

/**
 * The harness's commands. Failures are thrown as problems: its own codes as they are, `harness-missing`,
 * `harness-failed`, `harness-timeout`, and `not-supported` for what a foreign harness has no command for.
 * `by` is the person a change is recorded for; without it the workspace's author.
 */
export interface Tht {
  config(): Promise<WorkspaceConfig>;
  list(): Promise<HarnessRow[]>;
  show(id: string): Promise<HarnessDetail>;
  documents(id: string, input?: DocumentsInput): Promise<SessionDocument[]>;
  /**
   * Every document of many sessions, each session as it comes, in no order. One that can't be read hides no other; what
   * is thrown is a harness that can't be asked at all. Ends early, without a failure, when `signal` aborts.
   */
  bulkDocuments(ids: readonly string[], signal?: AbortSignal): AsyncIterable<BulkDocuments>;
  /** One document, whole, its content as it comes; null where there is none. */
  download(id: string, key: string): Promise<DocumentDownload | null>;
  create(input: NewSession, by?: string): Promise<HarnessRow>;
  setName(id: string, name: string, by?: string): Promise<HarnessRow>;
  setGroup(id: string, group: string, by?: string): Promise<HarnessRow>;
  archive(id: string, by?: string): Promise<HarnessRow>;
  unarchive(id: string, by?: string): Promise<HarnessRow>;
  delete(id: string, by?: string): Promise<void>;
  close(id: string, by?: string): Promise<HarnessRow>;
  reopen(id: string, by?: string): Promise<HarnessRow>;
  finalize(id: string, by?: string): Promise<HarnessRow>;
  decide(id: string, input: DecideInput, by?: string): Promise<HarnessRow>;
  fork(id: string, input: Fork, by?: string): Promise<HarnessRow>;
}

export type ProblemCode =
  | "workspace-not-found"
  | "session-not-found"
  | "invalid-id"
  | "invalid-name"
  | "invalid-question"
  | "invalid-document"
  | "invalid-note"
  | "document-changed"
  | "gate_closed"
  | "unreadable"
  | "read-only"
  | "wrong-phase"
  | "needs-person"
  | "locked"
  | "not-complete"
  | "query-refused"
  | "query-failed"
  | "query-timeout"
  | "write-failed"
  | "usage";

/** A failure a user can meet: what happened (`message`) and what to do about it (`hint`). */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly hint: string;

  constructor(code: ProblemCode, message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Problem";
    this.code = code;
    this.hint = hint;
  }
}

/** A failure as callers read it; of what is no problem, but a bug, its words. */
export function spoken(error: unknown): { code: string; message: string; hint: string } {
  if (error instanceof Problem) return { code: error.code, message: error.message, hint: error.hint };
  return { code: "internal-error", message: String(error), hint: "This is a bug in tht: please report it." };
}

/** The `code` of a system error (`ENOENT`, `EACCES`, …), or null when it isn't one. */
export function systemCode(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : null;
}

const WRITE_FAILURES: Record<string, string> = {
  EACCES: "Check who owns the folder and that you may write to it.",
  EPERM: "Check who owns the folder and that you may write to it.",
  EROFS: "The disk is mounted read-only: move the workspace or remount the disk.",
  ENOSPC: "The disk is full: free some space and run the command again.",
  EDQUOT: "Your disk quota is used up: free some space and run the command again.",
  EMFILE: "Too many files are open on this machine: close some programs and run the command again.",
  ENAMETOOLONG: "The path is too long for this file system: move the workspace to a shorter one.",
};

/** Turns a file system failure into `write-failed`; any other error comes back as it is. */
export function asWriteProblem(error: unknown): unknown {
  const code = systemCode(error);
  if (!code || !(error instanceof Error && "syscall" in error)) return error;
  const hint = WRITE_FAILURES[code] ?? "Check the workspace's folder and its disk, then run the command again.";
  return new Problem("write-failed", `The change was not saved: ${(error as Error).message}.`, hint, { cause: error });
}

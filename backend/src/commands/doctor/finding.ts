type Status = "ok" | "warn" | "fail";

/** What one check found. `todo` is there where something is to be done. */
export interface Finding {
  /** Names the check, for programs: `node`, `tht`, `workspace`, … */
  id: string;
  /** The same for people. */
  title: string;
  status: Status;
  detail: string;
  todo?: string;
}

/** What a check answers with; the list of checks adds its name. */
export type Verdict = Omit<Finding, "id" | "title">;

export const ok = (detail: string): Verdict => ({ status: "ok", detail });
/** Works, but less well than it could. */
export const warn = (detail: string, todo: string): Verdict => ({ status: "warn", detail, todo });
/** Does not work. */
export const fail = (detail: string, todo: string): Verdict => ({ status: "fail", detail, todo });

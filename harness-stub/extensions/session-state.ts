import type { RunTht } from "./run-tht.ts";

/** The part of `tht session show` that gate and put go by. */
export interface SessionState {
  phase: {
    code: string;
    index: number;
    of: number;
    name: string;
    title: string;
    complete: boolean;
    next: "work" | "gate" | "done";
    reason: string;
    note: string | null;
    needs: string[];
    decisions: number;
  };
  documents: { key: string; phase: string; bytes: number; updated_at: string }[];
}

export async function showSession(run: RunTht, session: string, signal?: AbortSignal): Promise<SessionState> {
  const shown = JSON.parse(await run(["session", "show", session, "--json"], { signal })) as Partial<SessionState>;
  if (!shown.phase?.code) throw new Error("the session's state cannot be read: its manifest or ledger is damaged.");
  return { phase: shown.phase, documents: shown.documents ?? [] };
}

/** Codes of the workflow's phases, in order. */
export async function phaseCodes(run: RunTht): Promise<string[]> {
  const config = JSON.parse(await run(["config", "--json"])) as { phases?: { code: string }[] };
  return (config.phases ?? []).map((phase) => phase.code);
}

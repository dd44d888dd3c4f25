import type { Config } from "../../config.ts";
import { isProblem } from "../../http/problem.ts";
import type { HarnessRow, WorkspaceConfig } from "../../sessions/index.ts";
import { createThtRunner } from "../../sessions/index.ts";
import { fail, ok, type Verdict, warn } from "./finding.ts";

/** What the later checks need to know of the harness; null where it can't be used. */
export interface Harness {
  config: WorkspaceConfig;
  foreign: boolean;
  rows: HarnessRow[];
}

const TIMEOUT_MS = 30_000;

/** Runs the harness as the server does: which kind it is, its configuration, its list. */
export async function checkHarness(
  { tht, workspace }: Pick<Config, "tht" | "workspace">,
  env: Record<string, string>,
): Promise<{ verdict: Verdict; harness: Harness | null }> {
  const runner = createThtRunner({ argv: tht, workspace, env, timeoutMs: TIMEOUT_MS });
  try {
    const { foreign, missing, config } = await runner.open();
    const rows = await runner.list();
    return {
      verdict: foreign || missing.length > 0 ? partial(missing) : whole(config),
      harness: { config, foreign, rows },
    };
  } catch (error) {
    if (!isProblem(error)) throw error;
    // It answered: what it misses is the workspace, and another check says so.
    if (error.code === "workspace-not-found") return { verdict: ok("it runs"), harness: null };
    const todo = error.hint ?? `Run it by hand: ${[...tht, "session", "list", "--json"].join(" ")}`;
    return { verdict: fail(error.message, todo), harness: null };
  }
}

function whole({ version }: WorkspaceConfig): Verdict {
  return ok(`${version}, with every ability`);
}

function partial(missing: readonly string[]): Verdict {
  return warn(
    `runs and lists sessions, but lacks: ${missing.join(", ")}`,
    "Nothing, if that is meant: what it lacks is told on the page. The bundled one has all of it (unset THT_BIN).",
  );
}

/** The sessions that can't be read: the page shows them, and nothing can be done with them. */
export function checkSessions({ rows }: Harness): Verdict {
  const broken = rows.filter((row) => row.problem?.severity === "error");
  if (broken.length === 0) return ok(`${rows.length} ${rows.length === 1 ? "session" : "sessions"}, all readable`);
  const named = broken.slice(0, 5).map((row) => row.id);
  const more = broken.length > named.length ? ` and ${broken.length - named.length} more` : "";
  return warn(
    `${broken.length} of ${rows.length} can't be read: ${named.join(", ")}${more}`,
    "Open each on the page: it shows the raw manifest and its path. Mend the file, or delete the session.",
  );
}

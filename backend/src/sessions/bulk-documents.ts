import { type HttpProblem, isProblem, problem } from "../http/problem.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { jsonlLines } from "../lib/jsonl-lines.ts";
import { harnessFailure, spokenProblem } from "./harness-failure.ts";
import { toDocument } from "./normalise.ts";
import type { BulkDocuments, Tht } from "./tht.ts";
import { StreamFailure, type ThtProcess } from "./tht-process.ts";

const COMMAND = ["session", "bulk-documents", "--all"] as const;
/** Characters of one session, so that one that isn't like any other fills no memory. */
const MAX_LINE = 256 * 1024 * 1024;
/** Of programs for one session each: some is left of the machine for whoever else asks. */
const AT_ONCE = 3;

/** By one program for all of them. A session on which it ends is told, and the others are asked for again. */
export async function* bulkDocuments(
  process: ThtProcess,
  ids: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<BulkDocuments, void> {
  const owed = new Set(ids);
  let fruitless = 0;
  while (owed.size > 0) {
    const before = owed.size;
    try {
      yield* answers(process, owed, signal);
      if (owed.size > 0) throw problem("harness-failed", "`tht session bulk-documents` left out a session.");
    } catch (error) {
      if (signal?.aborted) return;
      if (!isProblem(error, "harness-failed") && !isProblem(error, "harness-timeout")) throw error;
      // It may be the first one's fault once; a program that answers for none twice is broken.
      fruitless = owed.size === before ? fruitless + 1 : 0;
      if (fruitless === 2) throw error;
      const [id = ""] = owed;
      owed.delete(id);
      yield { id, problem: error };
    }
  }
}

async function* answers(
  process: ThtProcess,
  owed: Set<string>,
  signal: AbortSignal | undefined,
): AsyncGenerator<BulkDocuments, void> {
  const input = [...owed].map((id) => `${id}\n`).join("");
  try {
    for await (const line of jsonlLines(process.stream([...COMMAND, "--json"], { input, signal }), MAX_LINE)) {
      const answer = toAnswer(JSON.parse(line));
      if (answer === null) throw new SyntaxError(line);
      if (owed.delete(answer.id)) yield answer;
    }
  } catch (error) {
    if (error instanceof StreamFailure) throw harnessFailure(COMMAND, error.result);
    if (error instanceof SyntaxError || error instanceof RangeError)
      throw problem("harness-failed", "`tht session bulk-documents` answered a line that is not as it should be.");
    throw error;
  }
}

function toAnswer(line: unknown): BulkDocuments | null {
  const { id, documents, forked_from, problem: said } = (line ?? {}) as Record<string, unknown>;
  if (typeof id !== "string") return null;
  if (said) return { id, problem: spokenProblem(said) ?? unnamed(said) };
  if (!Array.isArray(documents)) return null;
  const origin = (forked_from as { id?: unknown } | null | undefined)?.id;
  return { id, documents: documents.map(toDocument), forkedFrom: typeof origin === "string" ? origin : null };
}

function unnamed(said: unknown): HttpProblem {
  const { message } = said as { message?: unknown };
  return problem("harness-failed", typeof message === "string" ? message : "The harness could not read it.");
}

/** By a program for each, for a harness that knows no better. */
export async function* documentsOneByOne(
  { documents }: Pick<Tht, "documents">,
  ids: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<BulkDocuments, void> {
  const read = async (id: string): Promise<BulkDocuments> => {
    try {
      return { id, documents: await documents(id, { all: true }) };
    } catch (error) {
      if (!isProblem(error) || ["harness-missing", "workspace-not-found", "shutting-down"].includes(error.code))
        throw error;
      return { id, problem: error };
    }
  };
  yield* inParallel(ids, AT_ONCE, read, signal);
}

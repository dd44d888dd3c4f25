import { type HttpProblem, problem } from "../http/problem.ts";
import { cutText } from "../lib/cut-text.ts";
import { bulkDocuments, documentsOneByOne } from "./bulk-documents.ts";
import { readDownload } from "./document-download.ts";
import { harnessFailure } from "./harness-failure.ts";
import { isRow, toDetail, toDocument, toRow } from "./normalise.ts";
import type { Tht } from "./tht.ts";
import { commandName, StreamFailure, type ThtProcess } from "./tht-process.ts";
import { value } from "./tht-value.ts";
import { isWorkspaceConfig, type WorkspaceConfig } from "./workspace-config.ts";

/** Characters of an answer that can't be read, for the person who has to find out why. */
const SHOWN = 200;

/**
 * A harness with every command: `--json` everywhere, mutators print the changed row, errors name their code. `inBulk`: it
 * reads the documents of many sessions by one program.
 */
export function createNativeTht(process: ThtProcess, { inBulk }: { inBulk: boolean }): Tht {
  let phases: WorkspaceConfig["phases"] = [];

  async function read(...args: string[]): Promise<unknown> {
    const result = await process.read([...args, "--json"]);
    if (!result.ok) throw harnessFailure(args, result);
    return parse(args, result.stdout);
  }

  async function change(args: string[], by: string | undefined, input?: string) {
    const who = by === undefined ? [] : [value("--by", by, "invalid-request")];
    const result = await process.run([...args, ...who, "--json"], input);
    if (!result.ok) throw harnessFailure(args, result);
    return result.stdout;
  }

  async function changedRow(args: string[], by: string | undefined, input?: string) {
    return toRow(session(args, parse(args, await change(args, by, input))), phases);
  }

  const tht: Tht = {
    async config() {
      const config = await read("config");
      if (!isWorkspaceConfig(config)) throw notAsExpected(["config"], JSON.stringify(config));
      phases = config.phases;
      return config;
    },
    async list() {
      const rows = await read("session", "list");
      if (!Array.isArray(rows)) throw notAsExpected(["session", "list"]);
      return rows.filter(isRow).map((row) => toRow(row, phases));
    },
    show: async (id) => toDetail(session(["session", "show", id], await read("session", "show", id)), phases),
    async documents(id, { all = false, key, maxBytes } = {}) {
      const args = ["session", "documents", id];
      if (all) args.push("--all");
      if (key !== undefined) args.push(value("--key", key, "invalid-request"));
      if (maxBytes !== undefined) args.push(`--max-bytes=${maxBytes}`);
      const documents = await read(...args);
      if (!Array.isArray(documents)) throw notAsExpected(args);
      return documents.map(toDocument);
    },
    bulkDocuments(ids, signal) {
      return inBulk && ids.length > 1 ? bulkDocuments(process, ids, signal) : documentsOneByOne(tht, ids, signal);
    },
    async download(id, key) {
      const args = ["session", "documents", id, "--all", value("--key", key, "invalid-request"), "--max-bytes=0"];
      try {
        return await readDownload(process.stream([...args, "--json"]));
      } catch (error) {
        if (error instanceof StreamFailure) throw harnessFailure(args, error.result);
        if (error instanceof SyntaxError) throw notAsExpected(args);
        throw error;
      }
    },
    create({ question, name, group }, by) {
      const args = ["session", "new", value("--question", question, "invalid-question")];
      if (name !== undefined) args.push(value("--name", name, "invalid-name"));
      if (group !== undefined) args.push(value("--group", group, "invalid-name"));
      return changedRow(args, by);
    },
    setName: (id, name, by) => changedRow(["session", "set-name", id, value("--name", name, "invalid-name")], by),
    setGroup: (id, group, by) => changedRow(["session", "set-group", id, value("--group", group, "invalid-name")], by),
    archive: (id, by) => changedRow(["session", "archive", id], by),
    unarchive: (id, by) => changedRow(["session", "unarchive", id], by),
    async delete(id, by) {
      await change(["session", "delete", id], by);
    },
    close: (id, by) => changedRow(["session", "close", id], by),
    reopen: (id, by) => changedRow(["session", "reopen", id], by),
    finalize: (id, by) => changedRow(["session", "finalize", id], by),
    decide(id, { phase, decision, to, note, key, expect = {} }, by) {
      const args = ["session", "decide", id, value("--phase", phase, "wrong-phase"), `--decision=${decision}`];
      if (to !== undefined) args.push(value("--to", to, "wrong-phase"));
      if (key !== undefined) args.push(value("--key", key, "invalid-request"));
      for (const [document, at] of Object.entries(expect))
        args.push(value("--expect", `${document}=${at}`, "invalid-request"));
      // A note goes by stdin: it may be longer than an argument can be.
      if (note !== undefined) args.push("--note-file=-");
      return changedRow(args, by, note);
    },
    fork(id, { at, name }, by) {
      const args = ["session", "fork", id];
      if (at !== undefined) args.push(value("--at", at, "wrong-phase"));
      if (name !== undefined) args.push(value("--name", name, "invalid-name"));
      return changedRow(args, by);
    },
  };
  return tht;
}

function parse(args: readonly string[], stdout: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch (error) {
    if (error instanceof SyntaxError) throw notAsExpected(args, stdout);
    throw error;
  }
}

/** Anything else would be shown as a session without a name, which can be resumed. */
function session(args: readonly string[], answer: unknown): unknown {
  if (isRow(answer)) return answer;
  throw notAsExpected(args, JSON.stringify(answer));
}

function notAsExpected(args: readonly string[], stdout = ""): HttpProblem {
  const begin = cutText(stdout.trim(), SHOWN);
  return problem(
    "harness-failed",
    `\`tht ${commandName(args)}\` answered something that is not the JSON it should be${begin && `:\n${begin}`}`,
    "Check that THT_BIN is the harness this server was made for.",
  );
}

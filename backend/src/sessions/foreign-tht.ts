import { userInfo } from "node:os";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { isProblem, problem } from "../http/problem.ts";
import { documentsOneByOne } from "./bulk-documents.ts";
import { unnamedFailure } from "./harness-failure.ts";
import { type HarnessRow, isRow, toDetail, toDocument, toRow } from "./normalise.ts";
import { standardPhases } from "./standard-phases.ts";
import type { Tht } from "./tht.ts";
import type { ThtProcess } from "./tht-process.ts";
import { value } from "./tht-value.ts";
import type { WorkspaceConfig } from "./workspace-config.ts";

/**
 * A harness that has only the commands of session management: plain-text errors, mutators without `--json` whose
 * output says nothing, rows with the minimum. Nothing beyond this file knows of it.
 */
export function createForeignTht(process: ThtProcess, workspace: string): Tht {
  async function read(args: string[]): Promise<unknown> {
    const result = await process.read([...args, "--json"]);
    if (!result.ok) throw unnamedFailure(args, result);
    try {
      return JSON.parse(result.stdout);
    } catch (error) {
      if (error instanceof SyntaxError)
        throw problem("harness-failed", `\`tht ${args.join(" ")}\` answered something that is not JSON.`);
      throw error;
    }
  }

  async function list(): Promise<HarnessRow[]> {
    const rows = await read(["session", "list"]);
    if (!Array.isArray(rows)) throw problem("harness-failed", "`tht session list` did not answer with a list.");
    const normal = rows.filter(isRow).map((row) => toRow(row, standardPhases));
    return normal.sort((a, b) => (b.activity_at ?? "").localeCompare(a.activity_at ?? "", "en"));
  }

  const notFound = (id: string) =>
    problem("session-not-found", `There is no session ${id}.`, "It may have been deleted; reload the list.");

  async function row(id: string): Promise<HarnessRow> {
    const found = (await list()).find((candidate) => candidate.id === id);
    if (!found) throw notFound(id);
    return found;
  }

  async function show(id: string) {
    try {
      const shown = await read(["session", "show", id]);
      if (!isRow(shown)) throw problem("harness-failed", "`tht session show` did not answer with a session.");
      return toDetail(shown, standardPhases);
    } catch (error) {
      // Its errors have no code: whether the session is there is what tells a wrong id from a broken harness.
      if (isProblem(error, "harness-failed")) await row(id);
      throw error;
    }
  }

  async function documents(id: string, { key }: { key?: string | undefined } = {}) {
    try {
      const list = await read(["session", "documents", id]);
      if (!Array.isArray(list)) throw problem("harness-failed", "`tht session documents` gave no list.");
      const normal = list.map(toDocument);
      return key === undefined ? normal : normal.filter((document) => document.key === key);
    } catch (error) {
      if (isProblem(error, "harness-failed")) await show(id);
      throw error;
    }
  }

  async function change(id: string, args: string[]): Promise<void> {
    const result = await process.run(args);
    if (result.ok) return;
    await show(id);
    throw unnamedFailure(args, result);
  }

  const changedRow = async (id: string, ...args: string[]) => {
    await change(id, args);
    return row(id);
  };

  async function unsupported(): Promise<never> {
    throw problem(
      "not-supported",
      "The harness of this workspace has no command for that.",
      "Use the harness that comes with this program (unset THT_BIN).",
    );
  }

  return {
    async config() {
      const spoken = await readConfig(read);
      return {
        workspace,
        name: spoken.name ?? basename(workspace),
        sessions_root: spoken.sessions_root ?? null,
        author: spoken.author ?? userInfo().username,
        phases: standardPhases,
        skill: null,
        prompts: null,
        extension: null,
        version: "",
        ...spoken.search,
      };
    },
    list,
    show,
    documents,
    bulkDocuments: (ids, signal) => documentsOneByOne({ documents }, ids, signal),
    async download(id, key) {
      const [found] = await documents(id, { key });
      if (!found) return null;
      const { content, ...document } = found;
      return { document, content: Readable.from([Buffer.from(content)], { objectMode: false }) };
    },
    setName: (id, name) => changedRow(id, "session", "set-name", id, value("--name", name, "invalid-name")),
    setGroup: (id, group) => changedRow(id, "session", "set-group", id, value("--group", group, "invalid-name")),
    archive: (id) => changedRow(id, "session", "archive", id),
    unarchive: (id) => changedRow(id, "session", "unarchive", id),
    delete: (id) => change(id, ["session", "delete", id]),
    create: unsupported,
    close: unsupported,
    reopen: unsupported,
    finalize: unsupported,
    decide: unsupported,
    fork: unsupported,
  };
}

/** What such a harness says of itself, if it says anything. */
async function readConfig(read: (args: string[]) => Promise<unknown>): Promise<SpokenConfig> {
  try {
    const config = await read(["config"]);
    if (typeof config !== "object" || config === null) return { search: {} };
    const { name, sessions_root, author, projects, sessions_search, keep_gone } = config as Record<string, unknown>;
    const text = (member: unknown) => (typeof member === "string" && member !== "" ? member : undefined);
    const folders = Array.isArray(projects) && projects.every((item) => typeof item === "string") ? projects : null;
    return {
      name: text(name),
      sessions_root: text(sessions_root),
      author: text(author),
      search: {
        ...(folders ? { projects: folders } : {}),
        ...(typeof sessions_search === "boolean" ? { sessions_search } : {}),
        ...(typeof keep_gone === "boolean" ? { keep_gone } : {}),
      },
    };
  } catch (error) {
    if (isProblem(error, "harness-failed")) return { search: {} };
    throw error;
  }
}

interface SpokenConfig {
  name?: string | undefined;
  sessions_root?: string | undefined;
  author?: string | undefined;
  search: Pick<WorkspaceConfig, "projects" | "sessions_search" | "keep_gone">;
}

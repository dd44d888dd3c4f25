import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, onTestFinished } from "vitest";
import type { SearchAnswer } from "../api/search.ts";
import { createSearch } from "../src/search/search.ts";
import type { Search, SearchOptions, SearchParts, SearchSettings } from "../src/search/types.ts";
import { claudeTranscript, type Said } from "./claude-transcript.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** One project of one user, on the tenth of June 2026: made anew for each test of a file, and gone after it. */
export interface SearchBench {
  /** All else lies in it. */
  readonly folder: string;
  readonly home: string;
  readonly project: string;
  /** The index. */
  readonly file: string;
  /** Taken for the next question. */
  settings: SearchSettings;
  /** A search that closes with the test. */
  open(parts?: Partial<SearchParts>): Search;
  /** Writes a session of Claude Code, by default one of the project; answers its path. */
  session(id: string, said: readonly (Said | string)[], cwd?: string): string;
  /** Do the index's files have these bytes, wherever in them? */
  isKept(text: string): boolean;
}

/** Called once in a file, before its tests. */
export function searchBench(): SearchBench {
  const bench = { open, session, isKept } as SearchBench;

  beforeEach(() => {
    const folder = temporaryFolder();
    const home = join(folder, "home");
    const project = join(folder, "project");
    const file = join(folder, "state/sessions.db");
    for (const path of [home, project, dirname(file)]) mkdirSync(path);
    Object.assign(bench, { folder, home, project, file });
    bench.settings = { enabled: true, keepGone: true, projects: [project] };
  });

  function open(parts: Partial<SearchParts> = {}): Search {
    const search = createSearch({
      file: bench.file,
      settings: async () => bench.settings,
      own: null,
      env: { HOME: bench.home },
      resumeOwn: (id) => ["thoth", "resume", id],
      now: () => new Date("2026-06-10T12:00:00Z"),
      ...parts,
    });
    onTestFinished(() => search.close());
    return search;
  }

  function session(id: string, said: readonly (Said | string)[], cwd = bench.project): string {
    const path = join(bench.home, ".claude/projects/slug", `${id}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, claudeTranscript(id, said, cwd));
    return path;
  }

  function isKept(text: string): boolean {
    return ["", "-wal"].some((suffix) => readFileSync(bench.file + suffix).includes(text));
  }

  return bench;
}

/** `session: a passage with its «words» marked` of each hit, the best first. */
export async function found(search: Search, q: string, rest: Partial<SearchOptions> = {}): Promise<string[]> {
  const { hits } = await search.search({ q, ...rest });
  return hits.map(({ sessionId, snippet }) => `${sessionId}: ${marked(snippet)}`);
}

export const marked = (snippet: SearchAnswer["hits"][number]["snippet"]) =>
  snippet.map(({ text, hit }) => (hit ? `«${text}»` : text)).join("");

/** The ids of the sessions that hits are in. */
export async function sessions(search: Search, q: string, rest: Partial<SearchOptions> = {}): Promise<string[]> {
  const { hits } = await search.search({ q, ...rest });
  return [...new Set(hits.map(({ sessionId }) => sessionId))].sort();
}

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { claudeTranscript } from "../../test/claude-transcript.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { createSearch } from "./search.ts";
import type { SearchOptions } from "./types.ts";

let folder: string;
let project: string;
let tree: string;

beforeEach(() => {
  folder = temporaryFolder();
  project = join(folder, "project");
  tree = join(folder, "trees/feature");
  for (const path of ["project", "home", "trees"]) mkdirSync(join(folder, path));
  git("init", "-q");
  git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "--allow-empty", "-m", "x");
  git("worktree", "add", "-q", tree);
});

function git(...args: string[]): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  execFileSync("git", args, { cwd: project, env });
}

function session(id: string, cwd: string): void {
  const path = join(folder, "home/.claude/projects/slug", `${id}.jsonl`);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, claudeTranscript(id, [`The heron was seen in session ${id}.`], cwd));
}

/** The sessions a program that begins anew finds. */
async function found(rest: Partial<SearchOptions> = {}, projects = [project]): Promise<string[]> {
  const search = createSearch({
    file: join(folder, "sessions.db"),
    settings: async () => ({ enabled: true, keepGone: true, projects }),
    own: null,
    env: { HOME: join(folder, "home") },
    resumeOwn: () => [],
    now: () => new Date(),
  });
  onTestFinished(() => search.close());
  const { hits } = await search.search({ q: "heron", limit: 200, ...rest });
  return hits.map(({ sessionId }) => sessionId).toSorted();
}

test("what was said in a worktree that was removed since still belongs to the project", async () => {
  session("main", project);
  session("tree", join(tree, "sub"));
  expect(await found()).toEqual(["main", "tree"]);
  git("worktree", "remove", "--force", tree);
  expect(await found()).toEqual(["main", "tree"]);
  // Another one elsewhere on the disk is none of its own.
  session("other", join(folder, "trees/other"));
  expect(await found()).toEqual(["main", "tree"]);
  // Read again, as after a new version of a reader.
  session("tree", join(tree, "other-sub"));
  expect(await found()).toEqual(["main", "tree"]);
});

test("it belongs to the project's part that was asked about, and to no other project", async () => {
  for (const part of ["web", "api"]) mkdirSync(join(project, part));
  session("web", join(tree, "web"));
  session("api", join(tree, "api"));
  expect(await found({}, [join(project, "web")])).toEqual(["web"]);
  git("worktree", "remove", "--force", tree);
  expect(await found({}, [join(project, "web")])).toEqual(["web"]);
  expect(await found({ projects: [join(folder, "trees")] })).toEqual(["api", "web"]);
  expect(await found({ projects: [join(folder, "home")] })).toEqual([]);
});

test("a session that was indexed with everything, before its project was asked about, is known by the next look", async () => {
  session("tree", tree);
  expect(await found({ scope: "all" })).toEqual(["tree"]);
  git("worktree", "remove", "--force", tree);
  expect(await found()).toEqual(["tree"]);
});

test("what is at its path now may be another's: it counts again once that is gone", async () => {
  session("tree", tree);
  expect(await found()).toEqual(["tree"]);
  git("worktree", "move", tree, join(folder, "trees/moved"));
  expect(await found()).toEqual(["tree"]);
  mkdirSync(tree);
  expect(await found()).toEqual([]);
  rmSync(tree, { recursive: true });
  expect(await found()).toEqual(["tree"]);
});

import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { claudeTranscript } from "../../test/claude-transcript.ts";
import { searchBench, sessions } from "../../test/search-bench.ts";
import type { Reader } from "../transcripts/index.ts";

const bench = searchBench();
const { open, session } = bench;

describe("what is asked about", () => {
  test("the project by the folder a session recorded: below it, through links, and not beside it", async () => {
    session("here", ["The heron is in the project itself."]);
    session("below", ["The heron is in a folder below it."], join(bench.project, "packages/one"));
    session("beside", ["The heron is in a folder beside it."], `${bench.project}-other`);
    symlinkSync(bench.project, join(bench.folder, "link"));
    const search = open();
    expect(await sessions(search, "heron")).toEqual(["below", "here"]);
    expect(await sessions(search, "heron", { projects: [join(bench.folder, "link")] })).toEqual(["below", "here"]);
    expect(await sessions(search, "heron", { scope: "all" })).toEqual(["below", "beside", "here"]);
    expect(await sessions(search, "heron", { projects: [`${bench.project}-other`] })).toEqual(["beside"]);
  });

  test("a recorded folder means the one it leads to, however it is written", async () => {
    session("slash", ["The heron is in the project itself."], `${bench.project}/`);
    session("up", ["The heron is in a folder beside it."], `${bench.project}/../other`);
    session("down", ["The heron came back to the project."], `${bench.folder}/other/../project/sub`);
    expect(await sessions(open(), "heron")).toEqual(["down", "slash"]);
  });

  test("worktrees of its repository, both ways", async () => {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
        cwd: bench.project,
        stdio: "pipe",
      });
    git("init", "-q");
    git("commit", "-q", "--allow-empty", "-m", "one");
    git("worktree", "add", "-q", join(bench.folder, "tree"));
    session("main", ["The heron is in the main worktree."]);
    session("tree", ["The heron is in the other worktree."], join(bench.folder, "tree/sub"));
    const search = open();
    expect(await sessions(search, "heron")).toEqual(["main", "tree"]);
    expect(await sessions(search, "heron", { projects: [join(bench.folder, "tree")] })).toEqual(["main", "tree"]);
  });

  test("other projects' sessions are looked at, not read", async () => {
    session("here", ["The heron is in the project itself."]);
    session("beside", ["The heron is in a folder beside it."], join(bench.folder, "other"));
    const search = open();
    await search.search({ q: "heron" });
    expect((await search.status()).agents).toEqual([
      expect.objectContaining({ agent: "claude", sessions: 1, turns: 1 }),
    ]);
    const { turns, project: where } = await search.transcript({ agent: "claude", sessionId: "beside" }, {});
    expect([turns.length, where]).toEqual([1, join(bench.folder, "other")]);
  });

  test("a newer reader that tells another folder brings other projects' sessions in", async () => {
    const read: string[] = [];
    const reader = (version: number, cwd: string): Reader => {
      const head = { sessionId: "a", cwd, title: null, startedAt: null, forkOf: null, subagentOf: null };
      return {
        agent: "codex",
        version,
        appendOnly: false,
        roots: () => ["/store"],
        list: () => ({ units: [{ path: "/store/a", sessionId: "a", size: 1, mtime: 1 }], failures: [] }),
        head: () => head,
        read() {
          read.push(cwd);
          const turn = { seq: 0, ts: null, role: "user" as const, text: "The heron is told of here.", key: "a" };
          return { head, turns: [turn], appended: false, mark: null, bytesRead: 1 };
        },
        presence: () => "present",
        resumeCommand: () => null,
      };
    };
    expect(await sessions(open({ readers: [reader(1, join(bench.folder, "wrong"))] }), "heron")).toEqual([]);
    expect(await sessions(open({ readers: [reader(2, bench.project)] }), "heron")).toEqual(["a"]);
    expect(read).toEqual([bench.project]);
  });

  test("THOTH_SESSIONS_DIR: its files are this project's, and nothing else is read", async () => {
    session("elsewhere", ["The heron of the usual store."]);
    const given = join(bench.folder, "given");
    mkdirSync(given);
    writeFileSync(join(given, "one.jsonl"), claudeTranscript("one", ["The heron of the given folder."], "/nowhere"));
    const search = open({ env: { HOME: bench.home, THOTH_SESSIONS_DIR: given } });
    expect(await sessions(search, "heron")).toEqual(["one"]);
    await search.close();
    expect(await sessions(open(), "heron")).toEqual(["elsewhere"]);
    expect(await sessions(open({ env: { HOME: bench.home, THOTH_SESSIONS_DIR: given } }), "heron")).toEqual(["one"]);
  });

  test("switched off, nothing said, no words, no hits", async () => {
    const search = open();
    const codes = async (q: string) => (await search.search({ q })).notice?.code;
    expect(await codes("heron")).toBe("nothing-indexed");
    session("a", ["The heron is in the project itself."]);
    expect(await codes("stork")).toBe("no-hits");
    expect(await codes(" !? -- ")).toBe("no-words");
    bench.settings = { ...bench.settings, enabled: false };
    expect((await search.search({ q: "heron" })).notice).toEqual({
      code: "switched-off",
      text: expect.stringContaining("sessions_search"),
    });
  });
});

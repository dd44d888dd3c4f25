import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { claudeTranscript, type Said } from "../../test/claude-transcript.ts";
import { found, searchBench, sessions } from "../../test/search-bench.ts";
import type { Reader, SessionHead, Unit } from "../transcripts/index.ts";

const bench = searchBench();
const { open, session } = bench;

describe("turns that were copied", () => {
  const shared: Said[] = [
    {
      uuid: "11111111-1111-4111-8111-111111111111",
      text: "The heron was said before the fork.",
      ts: "2026-06-01T10:00:00.000Z",
    },
  ];
  const own = (text: string): Said => ({ text, ts: "2026-06-02T10:00:00.000Z" });

  test("are not those whose ids are alike in most digits", async () => {
    for (const n of [1, 2])
      session(
        `s${n}`,
        [1, 2].map((m) => ({
          uuid: `0000000${n}-000${m}-4000-8000-000000000000`,
          role: "user",
          text: `The quetzal of session ${n}, said for the time ${m}.`,
        })),
      );
    expect(await found(open(), "quetzal")).toHaveLength(4);
  });

  test("are found once, and read in both", async () => {
    session("one", [...shared, own("The original went on with a stork.")]);
    session("two", [...shared, own("The fork went on with an egret bird.")]);
    const search = open();
    const { hits } = await search.search({ q: "heron" });
    expect(hits).toHaveLength(1);
    for (const sessionId of ["one", "two"]) {
      const { turns } = await search.transcript({ agent: "claude", sessionId }, {});
      expect(turns.map(({ seq }) => seq)).toEqual([0, 1]);
      expect(turns[0]?.text).toBe("The heron was said before the fork.");
    }
  });

  test("are found in the fork where only that is asked about, by its folder or by its id", async () => {
    session("one", shared);
    const elsewhere = join(bench.folder, "elsewhere");
    const path = session("two", [...shared, own("The fork went on with an egret bird.")]);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(bench.project, elsewhere));
    const search = open();
    for (const [rest, id] of [
      [{ scope: "all" }, "one"],
      [{}, "one"],
      [{ projects: [elsewhere] }, "two"],
      [{ scope: "all", session: "two" }, "two"],
    ] as const) {
      const { hits } = await search.search({ q: "heron", ...rest });
      expect(new Set(hits.map(({ sessionId }) => sessionId)), JSON.stringify(rest)).toEqual(new Set([id]));
      const seqs = new Set(hits.map(({ seq }) => seq));
      const { turns } = await search.transcript({ agent: "claude", sessionId: id }, {});
      expect(turns.filter(({ text }) => text.includes("heron")).map(({ seq }) => seq)).toEqual([...seqs].sort());
    }
    expect(await sessions(search, "heron", { projects: [join(bench.folder, "nowhere")] })).toEqual([]);
  });

  test("go to the copy when their owner is rewritten or forgotten", async () => {
    const path = session("one", [...shared, own("The original went on with a stork.")]);
    const search = open();
    await search.refresh();
    session("two", [...shared, own("The fork went on with an egret bird.")]);
    expect(await sessions(search, "heron")).toEqual(["one"]);
    writeFileSync(path, claudeTranscript("one", [own("Something else altogether about storks.")], bench.project));
    expect(await sessions(search, "heron")).toEqual(["two"]);
    writeFileSync(path, claudeTranscript("one", shared, bench.project));
    rmSync(join(bench.home, ".claude/projects/slug/two.jsonl"));
    await search.refresh();
    await search.forget();
    expect(await sessions(search, "heron")).toEqual(["one"]);
  });
});

describe("forks whose store gives copied turns keys of their own", () => {
  type Told = { id: string; forkOf: string | null; texts: string[]; mtime: number };

  /** A store in memory, whose keys are a session's own. */
  function storeOf(told: Told[]): Reader {
    const headOf = ({ sessionId }: Unit): SessionHead => {
      const forkOf = told.find(({ id }) => id === sessionId)?.forkOf ?? null;
      return { sessionId, cwd: bench.project, title: sessionId, startedAt: null, forkOf, subagentOf: null };
    };
    return {
      agent: "codex",
      version: 1,
      appendOnly: false,
      roots: () => ["/store"],
      list: () => ({
        units: told.map(({ id, texts, mtime }) => ({ path: `/store/${id}`, sessionId: id, size: texts.length, mtime })),
        failures: [],
      }),
      head: headOf,
      read(unit) {
        const texts = told.find(({ id }) => id === unit.sessionId)?.texts ?? [];
        const turns = texts.map((text, seq) => ({
          seq,
          ts: null,
          role: "user" as const,
          text,
          key: `${unit.sessionId}#${seq}`,
        }));
        return { head: headOf(unit), turns, appended: false, mark: null, bytesRead: 0 };
      },
      presence: () => "unknown",
      resumeCommand: () => null,
    };
  }

  const texts = ["The heron was said before the fork.", "And the stork was said before it, too."];
  const parent: Told = { id: "parent", forkOf: null, texts: [...texts, "The parent went on with an egret."], mtime: 1 };
  const fork: Told = { id: "fork", forkOf: "parent", texts: [...texts, "The fork says heron once again."], mtime: 2 };

  test.each([
    ["the parent is read first", [parent, fork]],
    ["the fork is read first", [{ ...parent, mtime: 3 }, fork]],
  ])("what they begin with is the parent's: %s", async (_, told) => {
    const search = open({ readers: [storeOf(told)] });
    expect(await found(search, "heron")).toEqual(
      expect.arrayContaining([
        "parent: The «heron» was said before the fork.",
        "fork: The fork says «heron» once again.",
      ]),
    );
    expect(await sessions(search, "stork")).toEqual(["parent"]);
    const { turns } = await search.transcript({ agent: "codex", sessionId: "fork" }, {});
    expect(turns.map(({ text }) => text)).toEqual(fork.texts);
  });

  test("and the fork's when the parent is written anew without it", async () => {
    const told = [{ ...parent }, fork];
    const search = open({ readers: [storeOf(told)] });
    await search.refresh();
    told[0] = { ...parent, texts: ["Nothing of it is left in the parent."], mtime: 9 };
    expect(await sessions(search, "stork")).toEqual(["fork"]);
  });
});

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { searchBench, sessions } from "../../test/search-bench.ts";
import type { WorkspaceReading, WorkspaceSource } from "./types.ts";

const bench = searchBench();
const { open, session } = bench;

describe("the workspace's own sessions", () => {
  interface Own {
    name: string;
    text: string;
    archived?: boolean;
    stamp?: number;
  }

  function workspace(known: Map<string, Own>): WorkspaceSource & { read: WorkspaceSource["read"]; asked: string[][] } {
    const asked: string[][] = [];
    const path = (id: string) => join(bench.folder, "sessions", id);
    return {
      asked,
      list: async () =>
        [...known].map(([sessionId, { stamp = 1 }]) => ({ path: path(sessionId), sessionId, size: 1, mtime: stamp })),
      async *read(units) {
        asked.push(units.map(({ sessionId }) => sessionId));
        for (const unit of units) {
          const own = known.get(unit.sessionId);
          if (own) yield { unit, reading: reading(unit.sessionId, own) };
        }
      },
      forget: async () => {},
    };
  }

  function reading(sessionId: string, { name, text, archived = false }: Own): WorkspaceReading {
    const head = {
      sessionId,
      cwd: bench.project,
      title: name,
      startedAt: "2026-06-01T00:00:00Z",
      forkOf: null,
      subagentOf: null,
    };
    const turn = { ts: "2026-06-01T00:00:00Z", document: null };
    return {
      head,
      archived,
      turns: [
        { ...turn, seq: 0, role: "document", text: name, key: `${sessionId}:name` },
        { ...turn, seq: 1, role: "document", text, key: `${sessionId}:question`, document: "question" },
        { ...turn, seq: 2, role: "decision", text: "ok", key: `${sessionId}:d` },
      ],
    };
  }

  test("are found however short, with the document they stand in, archived or not", async () => {
    const own = workspace(
      new Map([
        ["s1", { name: "Ibis", text: "Why?" }],
        ["s2", { name: "Ibis two", text: "No", archived: true }],
      ]),
    );
    const search = open({ own });
    expect(await sessions(search, "ibis")).toEqual(["s1", "s2"]);
    expect(await sessions(search, "ibis", { archived: false })).toEqual(["s1"]);
    expect((await search.search({ q: "why" })).hits).toMatchObject([
      {
        agent: "thoth",
        sessionId: "s1",
        title: "Ibis",
        role: "document",
        document: "question",
        seq: 1,
        resume: ["thoth", "resume", "s1"],
      },
    ]);
    expect((await search.search({ q: "ok", role: "decision" })).hits).toHaveLength(2);
    expect(own.asked).toEqual([["s1", "s2"]]);
  });

  test("belong to the project wherever its folders are, and to no other folder", async () => {
    const search = open({ own: workspace(new Map([["s1", { name: "Ibis", text: "Why?" }]])) });
    bench.settings = { ...bench.settings, projects: [join(bench.folder, "code")] };
    expect(await sessions(search, "ibis")).toEqual(["s1"]);
    expect(await sessions(search, "ibis", { projects: [join(bench.folder, "elsewhere")] })).toEqual([]);
    expect(await sessions(search, "ibis", { projects: [bench.project] })).toEqual(["s1"]);
  });

  test("one that is removed waits for no look at the others, which is begun again", async () => {
    const known = new Map([
      ["s1", { name: "Ibis", text: "Why?" }],
      ["s2", { name: "Egret", text: "How?" }],
    ]);
    const own = workspace(known);
    const begun = Promise.withResolvers<void>();
    let looks = 0;
    const slow: WorkspaceSource = {
      ...own,
      list(signal) {
        if (looks++ > 0) return own.list();
        begun.resolve();
        return new Promise((resolve) => signal?.addEventListener("abort", () => resolve(null)));
      },
    };
    const search = open({ own: slow });
    const whole = search.refresh();
    await begun.promise;
    known.delete("s1");
    await search.removed("s1");
    await whole;
    expect(looks).toBe(2);
    expect([await sessions(search, "ibis"), await sessions(search, "egret")]).toEqual([[], ["s2"]]);
  });

  test("are read again only when they moved", async () => {
    const known = new Map([
      ["s1", { name: "Ibis", text: "Why?", stamp: 1 }],
      ["s2", { name: "Egret", text: "How?", stamp: 1 }],
    ]);
    const own = workspace(known);
    const search = open({ own });
    await search.search({ q: "ibis" });
    known.set("s1", { name: "Avocet", text: "Why?", stamp: 2 });
    expect([await sessions(search, "ibis"), await sessions(search, "avocet")]).toEqual([[], ["s1"]]);
    expect(own.asked).toEqual([["s1", "s2"], ["s1"]]);
  });

  test.each(["deleted behind the index", "reported as removed"])("leave the index and the file: %s", async (how) => {
    const secret = "zqxsecretword";
    const known = new Map([
      ["s1", { name: "Ibis", text: `An old ${secret} here`, stamp: 1 }],
      ["s2", { name: "Egret", text: "Something else", stamp: 1 }],
    ]);
    const search = open({ own: workspace(known) });
    session(
      "a",
      Array.from({ length: 50 }, (_, n) => `Turn number ${n} of some length about birds.`),
    );
    expect(await sessions(search, secret)).toEqual(["s1"]);
    // An earlier state of it leaves no more than the last one does.
    known.set("s1", { name: "Ibis", text: `A new ${secret}two here`, stamp: 2 });
    expect(await sessions(search, `${secret}two`)).toEqual(["s1"]);
    expect(bench.isKept(secret)).toBe(true);
    known.delete("s1");
    if (how.startsWith("reported")) await search.removed("s1");
    else await search.refresh();
    expect(bench.isKept(secret)).toBe(false);
    expect(await sessions(search, `${secret}*`)).toEqual([]);
    expect(await sessions(search, "birds")).toEqual(["a"]);
    await search.close();
    expect(new DatabaseSync(bench.file).prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  });
});

import { execFile } from "node:child_process";
import { appendFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { fixture, temporaryFolder } from "../../test/helper.ts";
import { createThtRunner } from "../sessions/index.ts";
import type { Unit } from "../transcripts/index.ts";
import type { WorkspaceReading } from "./types.ts";
import { createWorkspaceCache } from "./workspace-cache.ts";
import { createWorkspaceSettings } from "./workspace-settings.ts";
import { createWorkspaceSource } from "./workspace-source.ts";

const run = promisify(execFile);
const bundled = [process.execPath, fileURLToPath(new URL("../../../harness-stub/bin/tht.js", import.meta.url))];
let demo: string;

beforeAll(async () => {
  demo = join(await temporaryFolder(async () => {}), "demo");
  await run(bundled[0] as string, [bundled[1] as string, "workspace", "init", demo, "--demo"]);
  return () => rm(join(demo, ".."), { recursive: true, force: true });
}, 60_000);

/** A copy of the demo workspace, and what one process sees of it. `calls` are the harness's commands. */
async function workspaceOf(argv: readonly string[] = bundled, folder?: string) {
  const workspace = folder ?? join(await temporaryFolder(), "ws");
  if (!folder) await cp(demo, workspace, { recursive: true, preserveTimestamps: true });
  const home = join(workspace, ".thoth");
  await mkdir(join(home, "pi/sessions"), { recursive: true });
  const calls: string[] = [];
  let time = Date.parse("2026-12-01T10:00:00Z");
  const tht = (...args: string[]) => run(argv[0] as string, [...argv.slice(1), "--workspace", workspace, ...args]);

  function open() {
    const runner = createThtRunner({ argv, workspace, env: { PATH: process.env.PATH ?? "" } });
    return new Proxy(runner, {
      get(target, name: keyof typeof runner) {
        const member = target[name];
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => {
          const about = Array.isArray(args[0]) ? args[0].join(" ") : args[0];
          calls.push(`${name}${typeof about === "string" ? ` ${about}` : ""}`);
          return (member as (...args: unknown[]) => unknown)(...args);
        };
      },
    });
  }

  /** As a program does that has just started. */
  function start() {
    const cache = createWorkspaceCache(join(home, "search-workspace.json"));
    const harness = { argv, open: async () => open() };
    const settings = createWorkspaceSettings({ workspace, cache, harness });
    return {
      settings,
      source: createWorkspaceSource({ workspace, home, cache, harness, settings, now: () => new Date(time) }),
    };
  }

  const indexed = new Map<string, string>();
  const readings = new Map<string, WorkspaceReading>();
  const failures: string[] = [];
  /** What the index does: reads what moved, forgets what is gone; the moved sessions. */
  async function refresh({ source } = start()): Promise<string[]> {
    const units = (await source.list()) as Unit[];
    const stampOf = ({ size, mtime }: Unit) => `${size} ${mtime}`;
    const moved = units.filter((unit) => indexed.get(unit.path) !== stampOf(unit));
    for (const path of indexed.keys())
      if (!units.some((unit) => unit.path === path)) {
        indexed.delete(path);
        readings.delete(path);
      }
    failures.length = 0;
    for await (const read of source.read(moved)) {
      if ("failure" in read) failures.push(`${read.unit.sessionId}: ${read.failure.message}`);
      else {
        indexed.set(read.unit.path, stampOf(read.unit));
        if (read.reading) readings.set(read.unit.path, read.reading);
      }
    }
    return moved.map(({ sessionId }) => sessionId);
  }
  const all = () => [...readings.values()];
  return { workspace, home, calls, start, refresh, failures, readings, all, tht, later: (ms: number) => (time += ms) };
}

describe("a harness with folders", () => {
  test("what is not wanted any more ends while the harness is asked, and keeps nothing of its answer", async () => {
    const { start, home } = await workspaceOf();
    const { source } = start();
    const units = (await source.list()) as Unit[];
    const over = new AbortController();
    const reading = source.read(units, over.signal)[Symbol.asyncIterator]().next();
    over.abort();
    expect(await reading).toEqual({ done: true, value: undefined });
    expect(await source.list(AbortSignal.abort())).toBeNull();
    const kept = JSON.parse(await readFile(join(home, "search-workspace.json"), "utf8"));
    expect([kept.listedAt, kept.sessions]).toEqual([0, {}]);
  });

  test("name, question, documents with their keys, and decisions with their notes", async () => {
    const { refresh, all, readings } = await workspaceOf();
    await refresh();
    expect(readings.size).toBe(13);
    const turns = all().flatMap(({ turns }) => turns);
    expect(new Set(turns.map(({ role }) => role))).toEqual(new Set(["document", "decision"]));
    const spoken = all().find(({ head }) => head.sessionId.endsWith("demoad"));
    expect(spoken?.head).toMatchObject({ title: "Fatturato per regione 2025", forkOf: null, subagentOf: null });
    expect(spoken?.turns.map(({ seq, document, role }) => [seq, document ?? role])).toEqual([
      [0, "document"],
      [1, "question"],
      [2, "context"],
      [3, "revised_question"],
      [4, "schema_linking"],
      ...(spoken?.turns.slice(5).map(({ seq }) => [seq, "decision"]) ?? []),
    ]);
    expect(spoken?.turns[0]?.text).toBe("Fatturato per regione 2025");
    const noted = turns.filter(({ role, text }) => role === "decision" && /^F\d (revise|rollback)/.test(text));
    expect(noted.length).toBeGreaterThan(0);
    expect(noted[0]?.text).toMatch(/^F\d (revise|rollback).* \(.+\): .+/);
    expect(all().filter(({ archived }) => archived).length).toBeGreaterThan(0);
    expect(new Set(turns.map(({ key }) => key)).size).toBe(turns.length);
  });

  test("asks the harness for nothing unless something moved", async () => {
    const { refresh, start, calls, workspace, home, tht, readings } = await workspaceOf();
    await refresh();
    const [id = ""] = (await readdir(join(workspace, "sessions"))).filter((name) => name.endsWith("demoad"));
    calls.length = 0;
    expect(await refresh()).toEqual([]);
    expect(await start().settings()).toMatchObject({ enabled: true, keepGone: true, projects: [workspace] });
    expect(calls).toEqual([]);

    await tht("session", "set-name", id, "--name", "Altro nome", "--json");
    expect(await refresh()).toEqual([id]);
    expect(calls).toEqual(["list", `bulkDocuments ${id}`]);

    // Written in place, as an editor does.
    calls.length = 0;
    await appendFile(join(workspace, "sessions", id, "context.md"), "\nUna riga nuova.\n");
    expect(await refresh()).toEqual([id]);
    const reading = readings.get(join(workspace, "sessions", id));
    expect(reading?.head.title).toBe("Altro nome");
    expect(reading?.turns.find(({ document }) => document === "context")?.text).toContain("Una riga nuova.");

    calls.length = 0;
    await tht("session", "delete", id, "--json");
    expect(await refresh()).toEqual([]);
    expect([readings.size, calls]).toEqual([12, []]);
    expect(await readFile(join(home, "search-workspace.json"), "utf8")).not.toContain("Altro nome");
    await rm(join(home, "search-workspace.json"));
    await refresh();
    expect(calls[0]).toBe("open");
  });

  test("a copy says the same under the same key, and whose it is", async () => {
    const { refresh, tht, all } = await workspaceOf();
    await refresh();
    const source = all().find(({ head }) => head.sessionId.endsWith("demoad"));
    const { stdout } = await tht("session", "fork", source?.head.sessionId ?? "", "--json");
    const { id } = JSON.parse(stdout);
    expect(await refresh()).toContain(id);
    const copy = all().find(({ head }) => head.sessionId === id);
    expect(copy?.head.forkOf).toBe(source?.head.sessionId);
    const keys = new Set(source?.turns.map(({ key }) => key));
    const own = copy?.turns.filter(({ key }) => !keys.has(key));
    expect(own?.map(({ text }) => text)).toEqual(["Fatturato per regione 2025 (2)"]);
  });

  test("a broken session is what the harness makes of it, and none stops the others", async () => {
    const { refresh, workspace, all, readings } = await workspaceOf();
    const root = join(workspace, "sessions");
    await mkdir(join(root, "no-manifest"));
    await mkdir(join(root, "not a session"));
    await writeFile(join(root, "file"), "");
    await refresh();
    expect(all().map(({ head }) => head.sessionId)).not.toContain("not a session");
    expect(readings.size).toBeGreaterThanOrEqual(13);
  });
});

describe("the chat", () => {
  const entry = (id: string, role: string, text: string) =>
    `${JSON.stringify({ type: "message", id, parentId: null, timestamp: "2026-11-30T10:00:00.000Z", message: { role, content: [{ type: "text", text }] } })}\n`;

  test("what a person and the agent said, without what the server typed to begin", async () => {
    const { refresh, workspace, home, calls, readings, tht } = await workspaceOf();
    const [id = ""] = (await readdir(join(workspace, "sessions"))).filter((name) => name.endsWith("demoad"));
    const prompts = fileURLToPath(new URL("../../../harness-stub/prompts/riprendi-sessione.md", import.meta.url));
    const typed = (await readFile(prompts, "utf8")).replace(/^---[\s\S]*?---\n/, "").replaceAll("$1", id);
    const folder = join(home, "pi/sessions", id);
    const file = join(folder, "2026-11-30T10-00-00-000Z_aaaa.jsonl");
    await mkdir(folder, { recursive: true });
    await writeFile(
      file,
      `{"type":"session","version":3,"id":"aaaa","timestamp":"2026-11-30T10:00:00.000Z","cwd":"/x"}\n${entry("1", "user", typed)}${entry("2", "assistant", "Ecco la fase corrente.")}`,
    );
    await refresh();
    const texts = () => readings.get(file)?.turns.map(({ role, text, document }) => [role, text, document]);
    expect(texts()).toEqual([["assistant", "Ecco la fase corrente.", null]]);
    expect(readings.get(file)?.head).toEqual(readings.get(join(workspace, "sessions", id))?.head);

    calls.length = 0;
    await appendFile(file, entry("3", "user", "Perché conti i resi due volte?"));
    expect(await refresh()).toEqual([id]);
    expect(texts()?.at(-1)).toEqual(["user", "Perché conti i resi due volte?", null]);
    expect(calls).toEqual([]);

    // A chat is found under its session's name, and is as archived as that is.
    await tht("session", "set-name", id, "--name", "Resi", "--json");
    await tht("session", "archive", id, "--json");
    await refresh();
    expect(readings.get(file)).toMatchObject({ head: { title: "Resi" }, archived: true });
    expect(await refresh()).toEqual([]);
  });

  test("one whose session is not there is nobody's", async () => {
    const { refresh, home, readings } = await workspaceOf();
    const folder = join(home, "pi/sessions/gone");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "x_bbbb.jsonl"), entry("1", "user", "Una domanda di prima."));
    await refresh();
    expect(readings.get(join(folder, "x_bbbb.jsonl"))).toBeUndefined();
  });
});

describe("a harness that only lists", () => {
  async function foreign() {
    const workspace = join(await temporaryFolder(), "ws");
    await mkdir(join(workspace, "sessions"), { recursive: true });
    await writeFile(join(workspace, "workspace.yaml"), "name: Prova\nsessions_search: off # not for all\n");
    const save = (id: string, more = {}) =>
      writeFile(
        join(workspace, "sessions", `${id}.json`),
        JSON.stringify({
          id,
          question: `Domanda di ${id}`,
          updated_at: "2026-11-30T10:00:00Z",
          status: "open",
          ...more,
        }),
      );
    await save("s-1");
    await save("s-2", { archived: true });
    return { save, ...(await workspaceOf([fixture("foreign-tht")], workspace)) };
  }

  test("is asked once, then again after a minute, when the answer is out", async () => {
    const { refresh, start, calls, all, later, save, workspace } = await foreign();
    expect((await refresh()).sort()).toEqual(["s-1", "s-2"]);
    expect(calls.filter((call) => call === "list")).toEqual(["list"]);
    expect(all().map(({ head, archived, turns }) => [head.title, archived, turns.map(({ role }) => role)])).toEqual(
      expect.arrayContaining([
        ["Domanda di s-1", false, ["document", "decision"]],
        ["Domanda di s-2", true, ["document", "decision"]],
      ]),
    );
    calls.length = 0;
    await save("s-1", { name: "Altro" });
    await rm(join(workspace, "sessions/s-2.json"));
    expect(await refresh()).toEqual([]);
    expect(await start().source.settle()).toBe(false);
    expect(calls).toEqual([]);
    later(61_000);
    expect(await refresh()).toEqual([]);
    expect(calls).toEqual([]);
    expect(await start().source.settle()).toBe(true);
    expect(calls).toEqual(["list"]);
    expect(await refresh()).toEqual(["s-1"]);
    expect(all().map(({ head }) => head.title)).toEqual(["Altro"]);
  });

  test("can't be asked whether search is wished, so the file is", async () => {
    const { start, workspace } = await foreign();
    expect(await start().settings()).toMatchObject({ enabled: false, keepGone: true, projects: [workspace] });
  });

  test("what it says of search counts, where it says something", async () => {
    const given = await foreign();
    const speaking = join(given.workspace, "..", "speaking-tht");
    const said = { projects: ["/x"], sessions_search: true, keep_gone: false, sessions_root: 3 };
    await writeFile(
      speaking,
      `#!/usr/bin/env node\nif (process.argv[2] === "config") console.log(${JSON.stringify(JSON.stringify(said))});\nelse process.exit(1);\n`,
      { mode: 0o755 },
    );
    const { start } = await workspaceOf([speaking], given.workspace);
    expect(await start().settings()).toEqual({
      enabled: true,
      keepGone: false,
      projects: ["/x"],
      sessionsRoot: null,
      prompts: null,
    });
  });
});

test("a harness that fails is told, and what could be read is there", async () => {
  const { refresh, workspace, tht, calls, readings } = await workspaceOf();
  await refresh();
  calls.length = 0;
  const broken = await workspaceOf(["/no/such/tht"], workspace);
  await expect(broken.refresh()).rejects.toThrow("/no/such/tht");
  expect(readings.size).toBe(13);
  expect((await stat(workspace)).isDirectory()).toBe(true);
  await tht("session", "list", "--json");
});

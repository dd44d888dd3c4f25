import { spawn, spawnSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWorkspace, type Json, THT } from "../test/tht.ts";
import { withLock } from "./lock.ts";
import { parseManifest } from "./manifest/manifest.ts";

function hold(root: string, id: string): DatabaseSync {
  const database = new DatabaseSync(join(root, ".locks", `${id}.lock`));
  database.exec("BEGIN EXCLUSIVE");
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
}

describe("the lock of a session", () => {
  it("makes a second writer wait, then says so", async () => {
    const { json, root, begin } = createWorkspace();
    const id = await begin();
    await json(["session", "archive", id]);
    const holder = hold(root, id);
    expect(() => withLock(root, id, () => 1, 50)).toThrow(expect.objectContaining({ code: "locked" }));
    expect(withLock(root, "other", () => 1, 50)).toBe(1);
    holder.close();
    expect(withLock(root, id, () => 1, 50)).toBe(1);
  });

  it("is answered with `locked` by the program after 5 s, and does not keep readers out", async () => {
    const { json, problem, root, begin } = createWorkspace();
    const id = await begin();
    await json(["session", "archive", id]);
    hold(root, id);
    const started = performance.now();
    expect(await problem(["session", "unarchive", id])).toMatchObject({ exit: 1, code: "locked" });
    expect(performance.now() - started).toBeGreaterThan(4_500);
    expect((await json(["session", "show", id])).archived).toBe(true);
  });

  it("is `write-failed` where something else is in its place, and says what to remove", async () => {
    const { json, problem, root, begin } = createWorkspace();
    const id = await begin();
    await json(["session", "archive", id]);
    const file = join(root, ".locks", `${id}.lock`);
    writeFileSync(file, "no database at all ".repeat(100));
    expect(await problem(["session", "unarchive", id])).toMatchObject({ exit: 1, code: "write-failed" });
    rmSync(file);
    mkdirSync(file);
    const told = await problem(["session", "unarchive", id]);
    expect(told).toMatchObject({ exit: 1, code: "write-failed", message: expect.stringContaining(file) });
    rmSync(file, { recursive: true });
    expect((await json(["session", "unarchive", id])).archived).toBe(false);
  });

  it("is refused to who may not write its file: SQLite would let two such writers in at once", async () => {
    const { json, folder, root, begin } = createWorkspace();
    const id = await begin();
    await json(["session", "archive", id]);
    chmodSync(join(root, ".locks", `${id}.lock`), 0o444);
    // The superuser may write everything unless that power is taken away first.
    const mortal = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override"] : [];
    const [program = "", ...args] = [...mortal, process.execPath, THT, "--workspace", folder];
    const { status, stderr } = spawnSync(program, [...args, "session", "unarchive", id, "--json"], {
      encoding: "utf8",
    });
    expect([status, JSON.parse(stderr).error.code]).toEqual([1, "write-failed"]);
    expect((await json(["session", "show", id])).archived).toBe(true);
  });

  it("loses nothing of 20 writers at once", async () => {
    const { json, begin, file } = createWorkspace();
    const id = await begin();
    const notes = Array.from({ length: 20 }, (_, index) => `nota ${index}`);
    await Promise.all(
      notes.map((note) => json(["session", "decide", id, "--phase=F1", "--decision=revise", `--note=${note}`])),
    );
    const records: Json[] = readFileSync(file(id, "review_decisions.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records.map(({ note }) => note).sort()).toEqual(notes.sort());
  }, 60_000);
});

describe("a writer that is killed", () => {
  it("leaves the old file or the new one, whole, at any instant", async () => {
    const { json, begin, root, folder } = createWorkspace();
    const id = await begin();
    const manifest = join(root, id, "session_manifest.yaml");
    const started = performance.now();
    await json(["session", "set-name", id, "--name=primo"]);
    const duration = performance.now() - started;
    let written = 0;
    for (let round = 0; round < 40; round += 1) {
      const name = `nome ${round} ${"è".repeat(150)}`;
      const before = parseManifest(readFileSync(manifest)).name;
      const { ino } = lstatSync(manifest);
      const child = spawn(process.execPath, [THT, "--workspace", folder, "session", "set-name", id, `--name=${name}`], {
        stdio: "ignore",
      });
      const ended = new Promise((resolve) => child.on("close", resolve));
      // The rounds spread the kill over the life of the command, before, in and after its write.
      setTimeout(() => child.kill("SIGKILL"), duration * (0.4 + round / 50));
      await ended;
      const after = parseManifest(readFileSync(manifest)).name;
      expect([before, name]).toContain(after);
      expect(after === name).toBe(lstatSync(manifest).ino !== ino);
      if (after === name) written += 1;
    }
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(40);
    expect(await json(["session", "set-name", id, "--name=ultimo"])).toMatchObject({ name: "ultimo" });
  }, 60_000);
});

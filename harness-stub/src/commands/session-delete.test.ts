import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { createWorkspace, THT, temporaryFolder } from "../../test/tht.ts";

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

describe("tht session delete", () => {
  it("removes the folder, and says so when it is not there", async () => {
    const { json, problem, begin, root } = createWorkspace();
    const id = await begin();
    const other = await begin();
    mkdirSync(join(root, id, "sub"));
    writeFileSync(join(root, id, "sub", "x"), "");
    await json(["session", "delete", id]);
    expect(readdirSync(root).sort()).toEqual([".locks", other].sort());
    expect(readdirSync(join(root, ".locks"))).toEqual([]);
    expect(await problem(["session", "delete", id])).toMatchObject({ exit: 1, code: "session-not-found" });
  });

  it("leaves nothing of it in what the list keeps", async () => {
    const { json, begin, root } = createWorkspace();
    const id = await begin();
    await begin();
    await json(["session", "set-name", id, "--name", "zqxsecretname"]);
    const old = new Date(Date.now() - 60_000);
    for (const name of readdirSync(join(root, id))) utimesSync(join(root, id, name), old, old);
    utimesSync(join(root, id), old, old);
    await json(["session", "list"]);
    const kept = () => readFileSync(join(root, ".index/list"), "utf8");
    expect(kept()).toContain("zqxsecretname");
    await json(["session", "delete", id]);
    expect(kept()).not.toContain("zqxsecretname");
  });

  it("needs no readable manifest", async () => {
    const { json, begin, file } = createWorkspace();
    const id = await begin();
    writeFileSync(file(id, "session_manifest.yaml"), "{");
    await json(["session", "delete", id]);
    expect(await json(["session", "list"])).toEqual([]);
  });

  it("removes a link inside the folder, not what it points to", async () => {
    const { json, begin, root } = createWorkspace();
    const id = await begin();
    const outside = temporaryFolder();
    writeFileSync(join(outside, "precious"), "");
    symlinkSync(outside, join(root, id, "link"));
    await json(["session", "delete", id]);
    expect(existsSync(join(outside, "precious"))).toBe(true);
  });

  it("clears away what killed commands left, once it is old", async () => {
    const { json, begin, root } = createWorkspace();
    const id = await begin();
    const old = new Date(Date.now() - 2 * 3_600_000);
    const leftovers = [".creating-x", ".deleting-y-abc", ".creating-young", "kept"].map((name) => join(root, name));
    for (const path of leftovers) mkdirSync(path);
    const temporary = join(root, id, ".tht-question.md-0123456789ab.tmp");
    writeFileSync(temporary, "");
    for (const path of [...leftovers.filter((path) => !path.endsWith("young")), temporary]) utimesSync(path, old, old);
    await json(["session", "list"]);
    expect(existsSync(temporary)).toBe(true);
    await json(["session", "set-name", id, "--name=x"]);
    expect(readdirSync(root).sort()).toEqual([".creating-young", ".index", ".locks", id, "kept"].sort());
    expect(existsSync(temporary)).toBe(false);
  });

  it("is not undone by a writer that came before it and had to wait", async () => {
    const { json, begin, root, folder, file } = createWorkspace();
    const id = await begin();
    const written = join(folder, "written.md");
    writeFileSync(written, "Altra domanda?");
    await json(["session", "set-name", id, "--name=x"]);
    const lock = new DatabaseSync(join(root, ".locks", `${id}.lock`));
    lock.exec("BEGIN EXCLUSIVE");
    const writer = spawn(process.execPath, [
      THT,
      "--workspace",
      folder,
      "session",
      "put",
      id,
      "question",
      "--file",
      written,
    ]);
    const ended = new Promise((resolve) => writer.on("close", resolve));
    const files = `/proc/${writer.pid}/fd`;
    const opened = () => readdirSync(files).map((name) => linkOf(join(files, name)));
    await expect.poll(opened, { interval: 5 }).toContain(join(root, ".locks", `${id}.lock`));
    renameSync(join(root, id), join(root, ".deleting-by-hand"));
    lock.close();
    expect(await ended).toBe(1);
    expect(existsSync(file(id, ""))).toBe(false);
    expect(await json(["session", "list"])).toEqual([]);
  });

  it("of a kill in its midst leaves no row", async () => {
    const { json, begin, root } = createWorkspace();
    const [id, other] = [await begin(), await begin()];
    renameSync(join(root, id), join(root, `.deleting-${id}-abc234`));
    expect(await json(["session", "list"])).toMatchObject([{ id: other }]);
  });
});

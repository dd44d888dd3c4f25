import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWorkspace, temporaryFolder } from "../../test/tht.ts";

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
});

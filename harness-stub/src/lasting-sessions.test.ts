import { readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWorkspace, type Json, runTht } from "../test/tht.ts";

const idOf = ({ id }: Json) => id as string;

/** Every file of the sessions with its bytes; what the program keeps for itself is left out. */
function filesOf(root: string): Record<string, string> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.startsWith("."));
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

function makeOld(root: string): void {
  const longAgo = new Date("2015-01-01T00:00:00Z");
  for (const entry of readdirSync(root, { recursive: true })) utimesSync(join(root, String(entry)), longAgo, longAgo);
}

describe("sessions", () => {
  it("of years ago stay, archived and broken ones too, whatever the program is used for", async () => {
    const { json, begin, root } = createWorkspace();
    const [old, archived, broken] = [await begin("vecchia"), await begin("archiviata"), await begin("rotta")];
    await json(["session", "archive", archived]);
    writeFileSync(join(root, broken, "session_manifest.yaml"), "name: [");
    makeOld(root);
    const before = filesOf(root);

    const fresh = await begin("nuova");
    await json(["session", "set-name", fresh, "--name=x"]);
    await json(["session", "delete", fresh]);
    const rows = await json(["session", "list"]);
    expect(rows.map(idOf).sort()).toEqual([old, archived, broken].sort());
    expect(filesOf(root)).toEqual(before);
  });

  it("move with their workspace", async () => {
    const { json, begin, advance, folder } = createWorkspace();
    const id = await begin("Quanti ordini?");
    advance(id, "F4");
    const list = await json(["session", "list"]);
    const documents = await json(["session", "documents", id]);
    const moved = `${folder}-altrove è qui`;
    renameSync(folder, moved);
    try {
      const there = async (...args: string[]) =>
        JSON.parse((await runTht(["--workspace", moved, ...args, "--json"])).stdout);
      expect(await there("session", "list")).toEqual(list);
      expect(await there("session", "documents", id)).toEqual(documents);
      expect(await there("session", "set-name", id, "--name=Ordini")).toMatchObject({ id, name: "Ordini" });
    } finally {
      renameSync(moved, folder);
    }
  });

  it("go by their folder's name, also where somebody gave it another", async () => {
    const { json, problem, begin, root } = createWorkspace();
    const id = await begin("Quanti ordini?");
    await json(["session", "list"]);
    renameSync(join(root, id), join(root, "ordini-2025"));
    expect((await json(["session", "list"])).map(idOf)).toEqual(["ordini-2025"]);
    expect(await problem(["session", "show", id])).toMatchObject({ code: "session-not-found" });
    await json(["session", "decide", "ordini-2025", "--phase=F1", "--decision=approve"]);
    expect(await json(["session", "list"])).toMatchObject([{ id: "ordini-2025", phase: { code: "F2" } }]);
  });
});

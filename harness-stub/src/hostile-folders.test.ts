import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWorkspace } from "../test/tht.ts";
import { updateSession } from "./change-manifest.ts";
import { readDocuments } from "./documents.ts";
import { parseManifest } from "./manifest/manifest.ts";
import { Problem } from "./problem.ts";
import { openSession } from "./session.ts";
import { MANIFEST_FILE } from "./workflow.ts";
import { openWorkspace } from "./workspace.ts";

/** Manifests as editors, scripts, other systems and accidents leave them. */
const MANIFESTS: Record<string, string | Buffer> = {
  empty: "",
  nul: "\0".repeat(4096),
  cut: 'question: "Quanti or',
  latin1: Buffer.from("question: perché\n", "latin1"),
  utf16: Buffer.from("question: x\n", "utf16le"),
  huge: `question: x\nnotes: "${"y".repeat(5 * 1024 * 1024)}"\n`,
  list: "- question: x\n",
  "tab-indent": "question: x\nextra:\n\tb: 1\n",
  "old-mac": "question: x\rname: y\r",
  deep: `question: x\na: ${"[".repeat(20_000)}`,
  laughs: `question: x\na: &a [x,x,x]\n${["ab", "bc", "cd", "de", "ef"].map(([from, to]) => `${to}: &${to} [${`*${from},`.repeat(9)}x]\n`).join("")}`,
  object: "question: x\nrun: !!python/object/apply:os.system [id]\n",
  bom: "\ufeffquestion: x\nname: n\n",
  crlf: "question: x\r\nname: n\r\ngroup: g\r\n",
  "crlf-mixed": "question: x\r\nname: n\ngroup: g\r\n",
  "tab-after-colon": 'question:\tx\nname:\t"n"\n',
  duplicates: "question: a\nname: 1\nquestion: b\nname: 2\n",
  anchors: "question: &q x\nsummary: *q\nname: n\n",
  merged: "base: &b {group: g}\n<<: *b\nquestion: x\n",
  dumped: "archived: false\nauthor: Anna\ngroup: null\nquestion: 'Quanti ordini,\n\n  per canale?'\n",
  flow: '{"question": "x", "name": "n"}',
  comments: "# a\nquestion: x # b\n# c\nname: n # d\n",
  "no-newline": "question: x",
  proto: "question: x\n__proto__: {archived: true}\n",
};

function createFolders() {
  const place = createWorkspace();
  for (const [id, manifest] of Object.entries(MANIFESTS)) {
    mkdirSync(join(place.root, id), { recursive: true });
    writeFileSync(join(place.root, id, MANIFEST_FILE), manifest);
  }
  return { ...place, workspace: openWorkspace(place.folder, {}, place.folder) };
}

/** What `action` returns, or the code of its problem; any other error fails the test. */
function outcome<T>(action: () => T): T | string {
  try {
    return action();
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

describe("session folders that nobody would have written so", () => {
  it("are rows of the list, each with its own problem or none", async () => {
    const { json } = createFolders();
    for (const _round of ["read", "from the index"]) {
      const rows = await json(["session", "list"]);
      const problems = Object.fromEntries(rows.map((row: { id: string; problem: unknown }) => [row.id, row.problem]));
      expect(Object.keys(problems).sort()).toEqual(Object.keys(MANIFESTS).sort());
      const broken = Object.keys(problems).filter((id) => problems[id] !== null);
      expect(broken.sort()).toEqual(
        [
          "cut",
          "deep",
          "empty",
          "huge",
          "latin1",
          "laughs",
          "list",
          "nul",
          "object",
          "old-mac",
          "tab-indent",
          "utf16",
        ].sort(),
      );
    }
  });

  it("show what they hold", () => {
    const { workspace, root } = createFolders();
    for (const [id, manifest] of Object.entries(MANIFESTS)) {
      const session = outcome(() => openSession(workspace, id));
      const read = typeof session === "string" ? null : session.manifest;
      const [first] = readDocuments(join(root, id), workspace.workflow, read, { all: true, maxBytes: 1000 });
      expect(first?.key, id).toBe(read ? "question" : "manifest");
      if (!read) expect(Buffer.from(manifest.slice(0, 10)).toString(), id).toBe(first?.content.slice(0, 10) ?? "");
    }
  });

  it("are named without a byte of anything else changing, or refused and left as they were", () => {
    const { workspace, root } = createFolders();
    for (const [id, manifest] of Object.entries(MANIFESTS)) {
      const changed = outcome(() => updateSession(workspace, id, () => ({ name: "=1+1" })));
      const after = readFileSync(join(root, id, MANIFEST_FILE));
      if (typeof changed === "string") {
        expect([id, changed]).toEqual([id, "unreadable"]);
        expect(after.equals(Buffer.from(manifest))).toBe(true);
        continue;
      }
      const { fields, name } = parseManifest(after);
      expect([id, name]).toEqual([id, "=1+1"]);
      const before = parseManifest(Buffer.from(manifest)).fields;
      expect({ ...fields, name: null }).toEqual({ ...before, name: null });
      const others = (text: string) => text.split("\n").filter((line) => !/name/.test(line));
      expect(others(after.toString())).toEqual(expect.arrayContaining(others(String(manifest)).filter(Boolean)));
    }
  });
});

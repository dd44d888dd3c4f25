import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWorkspace } from "../../test/tht.ts";

describe("tht session list", () => {
  it("gives each session a whole row", async () => {
    const { json } = createWorkspace();
    const made = await json([
      "session",
      "new",
      "--question=Quanti ordini?",
      "--name=Ordini",
      "--group=Vendite",
      "--by=Bruno",
    ]);
    const [row] = await json(["session", "list"]);
    expect(row).toEqual(made);
    expect(row).toEqual({
      id: expect.stringMatching(/^\d{8}-\d{6}-[a-z2-7]{6}$/),
      name: "Ordini",
      question: "Quanti ordini?",
      summary: null,
      status: "open",
      author: "Bruno",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: row.created_at,
      activity_at: row.created_at,
      archived: false,
      group: "Vendite",
      phase: { code: "F1", index: 1, of: 8, name: "domanda", title: "Domanda", complete: false, next: "gate" },
      resumable: true,
      problem: null,
    });
  });

  it("sorts by activity, which managing a session does not change", async () => {
    const { json, begin } = createWorkspace();
    const first = await begin("prima");
    const second = await begin("seconda");
    await json(["session", "set-name", first, "--name=uno"]);
    await json(["session", "set-group", first, "--group=g"]);
    await json(["session", "archive", first]);
    await json(["session", "unarchive", first]);
    expect((await json(["session", "list"])).map((row: { id: string }) => row.id)).toEqual([second, first]);
    await json(["session", "decide", first, "--phase=F1", "--decision=approve"]);
    expect((await json(["session", "list"])).map((row: { id: string }) => row.id)).toEqual([first, second]);
  });

  it("never lets one bad session hide another", async () => {
    const { json, begin, root } = createWorkspace();
    const good = await begin();
    mkdirSync(join(root, "no-manifest"));
    mkdirSync(join(root, "broken"));
    writeFileSync(join(root, "broken", "session_manifest.yaml"), 'question: "tagliat');
    mkdirSync(join(root, "folder"));
    mkdirSync(join(root, "folder", "session_manifest.yaml"));
    const rows = await json(["session", "list"]);
    expect(rows.map((row: { id: string }) => row.id)).toEqual([good, "no-manifest", "folder", "broken"]);
    expect(rows.at(-1)).toMatchObject({
      question: null,
      status: null,
      phase: null,
      resumable: false,
      problem: { code: "unreadable", severity: "error" },
    });
  });

  it("takes links, files, and folders with other names for no sessions", async () => {
    const { json, begin, root } = createWorkspace();
    const id = await begin();
    symlinkSync(join(root, id), join(root, "link"));
    writeFileSync(join(root, "file"), "");
    mkdirSync(join(root, ".hidden"));
    mkdirSync(join(root, "con spazio"));
    mkdirSync(join(root, "a..b"));
    expect((await json(["session", "list"])).length).toBe(1);
  });

  it("warns of ledger lines that were skipped", async () => {
    const { json, begin, file } = createWorkspace();
    const id = await begin();
    writeFileSync(file(id, "review_decisions.jsonl"), '{"phase":"F1","decision":"approve"}\n{torn');
    const [row] = await json(["session", "list"]);
    expect(row).toMatchObject({
      phase: { code: "F2" },
      resumable: true,
      problem: { code: "ledger-skipped", severity: "warning" },
    });
  });

  it("is an empty list without sessions", async () => {
    expect(await createWorkspace().json(["session", "list"])).toEqual([]);
  });
});

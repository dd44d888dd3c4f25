import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createWorkspace, type Json } from "../../test/tht.ts";

async function atF5() {
  const workspace = createWorkspace();
  const id = await workspace.begin("Quanti ordini?");
  await workspace.json(["session", "set-group", id, "--group=Vendite"]);
  workspace.advance(id, "F4");
  await workspace.json(["session", "decide", id, "--phase=F4", "--decision=revise", "--note=aggiungi le chiavi"]);
  workspace.advance(id, "F5");
  return {
    ...workspace,
    id,
    ledger: (of: string) => readFileSync(workspace.file(of, "review_decisions.jsonl"), "utf8"),
  };
}

describe("tht session fork", () => {
  it("copies everything, the ledger to the byte, and stands where the source stands", async () => {
    const { json, id, ledger, file } = await atF5();
    writeFileSync(file(id, "review_decisions.jsonl"), `${ledger(id)}{torn`);
    writeFileSync(file(id, "notes.txt"), "altro");
    const row = await json(["session", "fork", id, "--by=Bruno"]);
    const source = await json(["session", "show", id]);
    const copy = await json(["session", "show", row.id]);
    expect(row).toMatchObject({
      name: "Quanti ordini? (2)",
      group: "Vendite",
      status: "open",
      archived: false,
      author: "Bruno",
    });
    expect(copy).toMatchObject({
      session_id: row.id,
      forked_from: { id, at: null },
      phase: source.phase,
      documents: source.documents,
    });
    expect(ledger(row.id)).toBe(ledger(id));
    expect(readFileSync(file(row.id, "notes.txt"), "utf8")).toBe("altro");
  });

  it("copies what came before a phase, and stands at that phase", async () => {
    const { json, id, ledger } = await atF5();
    for (const [at, keys, count] of [
      ["F1", ["question"], 0],
      ["F3", ["question", "context"], 2],
      ["F4", ["question", "context", "revised_question"], 3],
      ["F5", ["question", "context", "revised_question", "schema_linking"], 5],
    ] as const) {
      const row = await json(["session", "fork", id, `--at=${at}`, "--name=Copia"]);
      const copy = await json(["session", "show", row.id]);
      expect(copy).toMatchObject({ name: "Copia", forked_from: { id, at }, phase: { code: at } });
      expect(copy.documents.map(({ key }: Json) => key)).toEqual(keys);
      expect(copy.phase.reason).toBe(at === "F1" ? "present" : "missing");
      const lines = ledger(id).split("\n").slice(0, count);
      expect(count === 0 ? "" : ledger(row.id)).toBe(lines.map((line) => `${line}\n`).join(""));
    }
  });

  it("refuses a phase that was not reached", async () => {
    const { problem, id, json } = await atF5();
    for (const at of ["F6", "X"])
      expect(await problem(["session", "fork", id, `--at=${at}`])).toMatchObject({ exit: 1, code: "wrong-phase" });
    expect((await json(["session", "list"])).length).toBe(1);
  });

  it("leaves nothing stale that was not, whatever happened to the source before", async () => {
    const { json, id, advance } = await atF5();
    await json(["session", "decide", id, "--phase=F5", "--decision=rollback", "--to=F2", "--note=rifai"]);
    advance(id, "F4");
    const { phase } = await json(["session", "show", id]);
    const copy = await json(["session", "fork", id]);
    expect((await json(["session", "show", copy.id])).phase).toEqual(phase);
    const earlier = await json(["session", "fork", id, "--at=F3"]);
    expect((await json(["session", "show", earlier.id])).phase).toMatchObject({ code: "F3", reason: "missing" });
  });

  it("works from archived and finalized sessions", async () => {
    const { json, begin, advance } = createWorkspace();
    const id = await begin();
    advance(id, "F8");
    await json(["session", "decide", id, "--phase=F8", "--decision=approve"]);
    await json(["session", "finalize", id]);
    await json(["session", "archive", id]);
    expect(await json(["session", "fork", id])).toMatchObject({
      status: "open",
      archived: false,
      resumable: true,
      phase: { complete: true },
    });
  });

  it("keeps the name within its limit", async () => {
    const { json, begin } = createWorkspace();
    const id = await begin(`riga uno\n${"x".repeat(400)}`);
    const { name } = await json(["session", "fork", id]);
    expect(name).toBe(`riga uno ${"x".repeat(187)} (2)`);
  });
});

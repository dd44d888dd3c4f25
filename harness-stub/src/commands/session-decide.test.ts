import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createWorkspace, type Json } from "../../test/tht.ts";

const decide = (id: string, phase: string, decision: string, ...more: string[]) => [
  "session",
  "decide",
  id,
  `--phase=${phase}`,
  `--decision=${decision}`,
  ...more,
];

async function atF3() {
  const workspace = createWorkspace();
  const id = await workspace.begin();
  workspace.advance(id, "F3");
  const ledger = () => readFileSync(workspace.file(id, "review_decisions.jsonl"), "utf8");
  return { ...workspace, id, ledger, last: (): Json => JSON.parse(ledger().trimEnd().split("\n").at(-1) ?? "") };
}

describe("tht session decide", () => {
  it("records an approval with the hash of what was approved", async () => {
    const { json, id, last } = await atF3();
    expect(await json(decide(id, "F3", "approve", "--note=bene", "--by=Bruno", "--key=g1"))).toMatchObject({
      phase: { code: "F4" },
    });
    const sha256 = createHash("sha256").update("# revised_question\n").digest("hex");
    expect(last()).toEqual({
      ts: expect.stringMatching(/Z$/),
      phase: "F3",
      decision: "approve",
      note: "bene",
      by: "Bruno",
      key: "g1",
      docs: { revised_question: sha256 },
    });
  });

  it("goes back to an earlier phase and keeps the documents", async () => {
    const { json, id, last } = await atF3();
    expect(await json(decide(id, "F3", "rollback", "--to=F1"))).toMatchObject({ phase: { code: "F1", next: "gate" } });
    expect(last()).toMatchObject({ phase: "F3", decision: "rollback", to: "F1", note: null });
    expect((await json(["session", "show", id])).documents.map(({ key }: Json) => key)).toEqual([
      "question",
      "context",
      "revised_question",
    ]);
  });

  it("keeps a note byte for byte but for NUL and lone surrogates", async () => {
    const { json, id, last } = await atF3();
    const note = "'\"`$(x);\r\n\t\u2028\u2029 --by=root 日本 e\u0301 😀\\n";
    await json(decide(id, "F3", "revise", "--note-file=-"), { stdin: `${note}\0` });
    expect(last().note).toBe(note);
    await json(decide(id, "F3", "revise", "--note=--help"));
    expect(last().note).toBe("--help");
  });

  it("takes a note of 20,000 characters and no more", async () => {
    const { json, problem, id, ledger } = await atF3();
    await json(decide(id, "F3", "revise", "--note-file=-"), { stdin: "😀".repeat(20_000) });
    const before = ledger();
    expect(await problem(decide(id, "F3", "revise", "--note-file=-"), { stdin: "x".repeat(20_001) })).toMatchObject({
      code: "invalid-note",
    });
    expect(ledger()).toBe(before);
  });

  it("records the same key once, wherever the session is by then", async () => {
    const { json, problem, id, ledger } = await atF3();
    const first = await json(decide(id, "F3", "approve", "--key=k", "--note=ok"));
    const before = ledger();
    expect(await json(decide(id, "F3", "approve", "--key=k", "--note=ok"))).toEqual(first);
    for (const other of [
      decide(id, "F3", "approve", "--key=k"),
      decide(id, "F3", "revise", "--key=k", "--note=ok"),
      decide(id, "F4", "approve", "--key=k", "--note=ok"),
    ]) {
      expect(await problem(other)).toMatchObject({ exit: 1, code: "gate_closed" });
    }
    await json(["session", "archive", id]);
    await json(decide(id, "F3", "approve", "--key=k", "--note=ok"));
    expect(ledger()).toBe(before);
  });

  it("refuses when a document changed since it was shown", async () => {
    const { json, problem, id, file, ledger } = await atF3();
    const { documents } = await json(["session", "show", id]);
    const expects = documents.map(({ key, updated_at }: Json) => `--expect=${key}=${updated_at}`);
    const before = ledger();
    writeFileSync(file(id, "question.md"), "# altro\n");
    expect(await problem(decide(id, "F3", "approve", ...expects))).toMatchObject({ exit: 1, code: "document-changed" });
    expect(
      await problem(decide(id, "F3", "approve", "--expect=schema_linking=2026-01-01T00:00:00.000Z")),
    ).toMatchObject({ code: "document-changed" });
    expect(ledger()).toBe(before);
    const now = (await json(["session", "show", id])).documents.map(
      ({ key, updated_at }: Json) => `--expect=${key}=${updated_at}`,
    );
    await json(decide(id, "F3", "approve", ...now, "--expect=schema_linking="));
  });

  it("is not misled by a rename while the question is under review", async () => {
    const { json, begin } = createWorkspace();
    const id = await begin();
    const { documents } = await json(["session", "show", id]);
    await json(["session", "set-name", id, "--name=x"]);
    await json(decide(id, "F1", "approve", `--expect=question=${documents[0].updated_at}`));
  });

  it("refuses what the workflow would not take", async () => {
    const { json, problem, id, ledger, advance } = await atF3();
    const before = ledger();
    for (const args of [
      decide(id, "F2", "approve"),
      decide(id, "F4", "approve"),
      decide(id, "X", "approve"),
      decide(id, "F3", "rollback", "--to=F3"),
      decide(id, "F3", "rollback", "--to=F5"),
      decide(id, "F3", "rollback", "--to=X"),
    ]) {
      expect(await problem(args)).toMatchObject({ exit: 1, code: "wrong-phase" });
    }
    expect(ledger()).toBe(before);
    await json(decide(id, "F3", "approve"));
    expect(await problem(decide(id, "F4", "approve"))).toMatchObject({
      code: "wrong-phase",
      message: expect.stringContaining("schema_linking"),
    });
    advance(id, "F8");
    await json(decide(id, "F8", "approve"));
    expect(await problem(decide(id, "F8", "approve"))).toMatchObject({ code: "wrong-phase" });
    expect(await json(decide(id, "F8", "rollback", "--to=F7"))).toMatchObject({
      phase: { code: "F7", complete: false },
    });
  });

  it.each([
    ["no phase", ["--decision=approve"]],
    ["an unknown decision", ["--phase=F3", "--decision=bless"]],
    ["a rollback to nowhere", ["--phase=F3", "--decision=rollback"]],
    ["an approval with --to", ["--phase=F3", "--decision=approve", "--to=F1"]],
    ["two notes", ["--phase=F3", "--decision=revise", "--note=a", "--note-file=-"]],
    ["an expectation without a time", ["--phase=F3", "--decision=approve", "--expect=context"]],
  ])("calls %s wrong usage", async (_title, options) => {
    const { problem, begin } = createWorkspace();
    expect(await problem(["session", "decide", await begin(), ...options])).toMatchObject({ exit: 2, code: "usage" });
  });
});

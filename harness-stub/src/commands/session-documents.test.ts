import { symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createWorkspace, type Json } from "../../test/tht.ts";

const keys = (documents: Json[]) => documents.map(({ key }) => key);

describe("tht session documents", () => {
  it("prints what exists in phase order, the decisions last", async () => {
    const { json, begin, advance } = createWorkspace();
    const id = await begin();
    advance(id, "F4");
    const documents = await json(["session", "documents", id]);
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(documents).toEqual([
      {
        phase: "F1",
        key: "question",
        title: "Domanda originale",
        format: "text",
        content: "Qual è il fatturato per regione?",
        bytes: 33,
        updated_at: time,
      },
      {
        phase: "F3",
        key: "revised_question",
        title: "Domanda rivista",
        format: "markdown",
        content: "# revised_question\n",
        bytes: 19,
        updated_at: time,
      },
      {
        phase: "F4",
        key: "schema_linking",
        title: "Schema linking",
        format: "schema-linking",
        content: '{"tables": [], "unmapped": []}\n',
        bytes: 31,
        updated_at: time,
      },
      {
        phase: "",
        key: "decisions",
        title: "Decisioni",
        format: "decisions",
        content: expect.any(String),
        bytes: expect.any(Number),
        updated_at: time,
      },
    ]);
    const records = JSON.parse(documents.at(-1).content);
    expect(records.map(({ phase, decision, by }: Json) => [phase, decision, by])).toEqual([
      ["F1", "approve", "Anna"],
      ["F2", "approve", "Anna"],
      ["F3", "approve", "Anna"],
    ]);
  });

  it("adds the intermediate ones with --all, and finds any one by its key", async () => {
    const { json, begin, advance } = createWorkspace();
    const id = await begin();
    advance(id, "F8");
    expect(keys(await json(["session", "documents", id, "--all"]))).toEqual([
      "question",
      "context",
      "revised_question",
      "schema_linking",
      "strategy",
      "cte_plan",
      "cte_tests",
      "sql_final",
      "validation_report",
      "evidence",
      "decisions",
    ]);
    expect(keys(await json(["session", "documents", id, "--key=context"]))).toEqual(["context"]);
    expect(await json(["session", "documents", id, "--key=nothing"])).toEqual([]);
  });

  it("cuts at a character and says so", async () => {
    const { json, begin, advance, file } = createWorkspace();
    const id = await begin();
    advance(id, "F3");
    writeFileSync(file(id, "question.md"), "aé€😀".repeat(10));
    for (const [limit, content] of [
      [1, "a"],
      [2, "a"],
      [3, "aé"],
      [5, "aé"],
      [6, "aé€"],
      [9, "aé€"],
      [10, "aé€😀"],
      [11, "aé€😀a"],
    ] as const) {
      const [document] = await json(["session", "documents", id, "--key=revised_question", `--max-bytes=${limit}`]);
      expect(document).toMatchObject({ content, truncated: true, bytes: 100 });
    }
    const [whole] = await json(["session", "documents", id, "--key=revised_question", "--max-bytes=100"]);
    expect(whole).not.toHaveProperty("truncated");
  });

  it("has a limit of 1 MiB, which 0 lifts", async () => {
    const { json, begin, advance, file } = createWorkspace();
    const id = await begin();
    advance(id, "F3");
    truncateSync(file(id, "question.md"), 3_000_000);
    const [cut] = await json(["session", "documents", id, "--key=revised_question"]);
    expect([cut.content.length, cut.bytes, cut.truncated]).toEqual([1_048_576, 3_000_000, true]);
    const [whole] = await json(["session", "documents", id, "--key=revised_question", "--max-bytes=0"]);
    expect(whole.content.length).toBe(3_000_000);
  });

  it("shows JSON that can't be read, or was cut, as text", async () => {
    const { json, begin, advance, file } = createWorkspace();
    const id = await begin();
    advance(id, "F4");
    expect((await json(["session", "documents", id, "--key=schema_linking", "--max-bytes=9"]))[0]).toMatchObject({
      format: "text",
      truncated: true,
    });
    writeFileSync(file(id, "schema_linking.json"), "{tables}");
    expect((await json(["session", "documents", id, "--key=schema_linking"]))[0]).toMatchObject({
      format: "text",
      content: "{tables}",
    });
    expect((await json(["session", "documents", id, "--key=decisions", "--max-bytes=20"]))[0]).toMatchObject({
      format: "text",
      truncated: true,
    });
  });

  it("begins with the raw manifest where it can't be read", async () => {
    const { json, begin, advance, file, root } = createWorkspace();
    const id = await begin();
    advance(id, "F3");
    writeFileSync(file(id, "session_manifest.yaml"), 'question: "tagliat');
    const documents = await json(["session", "documents", id]);
    expect(keys(documents)).toEqual(["manifest", "revised_question", "decisions"]);
    expect(documents[0]).toMatchObject({
      phase: "F1",
      title: "session_manifest.yaml",
      format: "text",
      content: 'question: "tagliat',
    });
    expect(await json(["session", "show", id])).toMatchObject({
      id,
      path: `${root}/${id}`,
      problem: { code: "unreadable", severity: "error" },
    });
  });

  it("shows nothing from outside the folder", async () => {
    const { json, begin, advance, file } = createWorkspace();
    const id = await begin();
    advance(id, "F2");
    symlinkSync("/etc/passwd", file(id, "question.md"));
    expect(keys(await json(["session", "documents", id, "--all"]))).toEqual(["question", "context", "decisions"]);
    expect(keys((await json(["session", "show", id])).documents)).toEqual(["question", "context"]);
  });

  it("writes many megabytes through a pipe, whole", async () => {
    const { run, begin, advance, file } = createWorkspace();
    const id = await begin();
    advance(id, "F3");
    writeFileSync(file(id, "question.md"), "riga\n".repeat(2_000_000));
    const { code, stdout } = await run(["session", "documents", id, "--json", "--max-bytes=0"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)[1].content.length).toBe(10_000_000);
  });
});

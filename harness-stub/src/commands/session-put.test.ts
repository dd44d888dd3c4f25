import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWorkspace, temporaryFolder } from "../../test/tht.ts";

describe("tht session put", () => {
  it("writes a document from a file or from standard input, byte for byte", async () => {
    const { json, begin, advance, file } = createWorkspace();
    const id = await begin();
    advance(id, "F2");
    const text = "# Contesto\r\n\u2028 è 😀\n\n";
    expect(await json(["session", "put", id, "context", "--file=-"], { stdin: text })).toMatchObject({
      phase: { code: "F2", next: "gate" },
    });
    expect(readFileSync(file(id, "context.md"), "utf8")).toBe(text);
    const source = join(temporaryFolder(), "source.md");
    writeFileSync(source, "# Da file\n");
    await json(["session", "put", id, "context", `--file=${source}`]);
    expect(readFileSync(file(id, "context.md"), "utf8")).toBe("# Da file\n");
  });

  it("replaces the question in the first phase only", async () => {
    const { json, problem, begin } = createWorkspace();
    const id = await begin("Prima");
    expect(await json(["session", "put", id, "question", "--file=-"], { stdin: " Seconda \n" })).toMatchObject({
      question: "Seconda",
    });
    await json(["session", "decide", id, "--phase=F1", "--decision=approve"]);
    expect(await problem(["session", "put", id, "question", "--file=-"], { stdin: "Terza" })).toMatchObject({
      code: "wrong-phase",
    });
  });

  it("answers a request for changes with the new document", async () => {
    const { json, begin, advance } = createWorkspace();
    const id = await begin();
    advance(id, "F2");
    await json(["session", "decide", id, "--phase=F2", "--decision=revise", "--note=più breve"]);
    expect((await json(["session", "show", id])).phase).toMatchObject({
      next: "work",
      reason: "revise",
      note: "più breve",
      needs: ["context"],
    });
    await json(["session", "put", id, "context", "--file=-"], { stdin: "# Breve\n" });
    expect((await json(["session", "show", id])).phase).toMatchObject({ next: "gate", reason: "present", note: null });
  });

  it("keeps the order of what happened when the clock was set back", async () => {
    const { json, begin, advance, file } = createWorkspace();
    const id = await begin();
    advance(id, "F2");
    const put = (key: string) => json(["session", "put", id, key, "--file=-"], { stdin: "# Testo\n" });
    const decide = (phase: string, ...more: string[]) => json(["session", "decide", id, `--phase=${phase}`, ...more]);
    await put("context");
    const hours = new Date(Date.now() + 7_200_000);
    utimesSync(file(id, "context.md"), hours, hours);
    expect((await decide("F2", "--decision=revise", "--note=più breve")).phase).toMatchObject({ next: "work" });
    expect((await put("context")).phase).toMatchObject({ next: "gate" });
    expect((await decide("F2", "--decision=approve")).phase).toMatchObject({ code: "F3", next: "work" });
    expect((await put("revised_question")).phase).toMatchObject({ code: "F3", next: "gate" });
    const later = new Date(hours.getTime() + 7_200_000).toISOString();
    const record = { ts: later, phase: "F3", decision: "revise", note: "no", by: "Anna" };
    appendFileSync(file(id, "review_decisions.jsonl"), `${JSON.stringify(record)}\n`);
    expect((await put("revised_question")).phase).toMatchObject({ code: "F3", next: "gate" });
    const { documents } = await json(["session", "show", id]);
    expect(documents.map(({ updated_at }: { updated_at: string }) => updated_at > later)).toEqual([false, false, true]);
  });

  it.each([
    ["strategy", "# x", "wrong-phase"],
    ["nothing", "# x", "invalid-document"],
    ["decisions", "[]", "invalid-document"],
    ["../question", "# x", "invalid-document"],
    ["revised_question", " \n", "invalid-document"],
    ["revised_question", "a\0b", "invalid-document"],
    ["revised_question", new Uint8Array([0x61, 0xff]), "invalid-document"],
    ["schema_linking", "{tables: []}", "invalid-document"],
    ["schema_linking", "[]", "invalid-document"],
  ])("refuses %s with %j as %s", async (key, stdin, code) => {
    const { problem, begin, advance, file } = createWorkspace();
    const id = await begin();
    advance(id, "F4");
    const before = readFileSync(file(id, "schema_linking.json"), "utf8");
    expect(await problem(["session", "put", id, key, "--file=-"], { stdin })).toMatchObject({ exit: 1, code });
    expect(readFileSync(file(id, "schema_linking.json"), "utf8")).toBe(before);
  });

  it("replaces a link instead of writing through it", async () => {
    const { json, begin, advance, file } = createWorkspace();
    const id = await begin();
    advance(id, "F2");
    const outside = join(temporaryFolder(), "victim.md");
    symlinkSync(outside, file(id, "question.md"));
    await json(["session", "decide", id, "--phase=F2", "--decision=approve"]);
    await json(["session", "put", id, "revised_question", "--file=-"], { stdin: "# x\n" });
    expect(existsSync(outside)).toBe(false);
    expect(readFileSync(file(id, "question.md"), "utf8")).toBe("# x\n");
  });

  it("says why it could not write", async () => {
    const { json, problem, begin, advance, file } = createWorkspace();
    const id = await begin();
    advance(id, "F2");
    mkdirSync(file(id, "question.md"));
    await json(["session", "decide", id, "--phase=F2", "--decision=approve"]);
    const put = await problem(["session", "put", id, "revised_question", "--file=-"], { stdin: "# x" });
    expect(put).toMatchObject({ exit: 1, code: "write-failed" });
    expect(readdirSync(join(file(id, "."))).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("says when the file is not there", async () => {
    const { problem, begin } = createWorkspace();
    expect(await problem(["session", "put", await begin(), "question", "--file=/no/such"])).toMatchObject({
      code: "invalid-document",
    });
  });
});

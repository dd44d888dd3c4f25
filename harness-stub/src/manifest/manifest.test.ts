import { describe, expect, it } from "vitest";
import { fc } from "../../test/fast-check.ts";
import { Problem } from "../problem.ts";
import { parseManifest } from "./manifest.ts";

const parse = (text: string) => parseManifest(Buffer.from(text));

describe("parseManifest", () => {
  it("fills in what an older manifest does not have", () => {
    expect(parse("question: Quanti ordini?\n")).toEqual({
      question: "Quanti ordini?",
      name: null,
      status: "open",
      author: null,
      summary: null,
      created_at: null,
      updated_at: null,
      activity_at: null,
      archived: false,
      group: null,
      question_updated_at: null,
      fields: { question: "Quanti ordini?" },
    });
  });

  it("keeps unknown fields, and integers that JSON can't carry as text", () => {
    const { fields } = parse("question: x\nextra: {a: [1, 0x1F, ~]}\nbig: 123456789012345678901\n");
    expect(fields).toEqual({ question: "x", extra: { a: [1, 31, null] }, big: "123456789012345678901" });
  });

  it("shows a text field as written when Python would take it for something else", () => {
    expect(parse("question: 12:30\nname: no\ngroup: 2026-01-02\nauthor: 0007\n")).toMatchObject({
      question: "12:30",
      name: "no",
      group: "2026-01-02",
      author: "0007",
    });
  });

  it("reads times of any zone as UTC with milliseconds", () => {
    expect(
      parse('question: x\ncreated_at: 2026-11-30 10:00:00+02:00\nupdated_at: "2026-11-30T10:00:00.123456Z"\n'),
    ).toMatchObject({
      created_at: "2026-11-30T08:00:00.000Z",
      updated_at: "2026-11-30T10:00:00.123Z",
    });
  });

  it("takes the last of equal keys, as Python does", () => {
    expect(parse("question: a\nquestion: b\narchived: no\narchived: yes\n")).toMatchObject({
      question: "b",
      archived: true,
    });
  });

  it("reads anchors, aliases and merged fields as Python does", () => {
    expect(parse("base: &b {group: Vendite, author: 7}\n<<: *b\nquestion: &q Quanti?\nname: *q\n")).toMatchObject({
      question: "Quanti?",
      name: "Quanti?",
      group: "Vendite",
      author: "7",
    });
    expect(parse("first: &q Quanti?\nquestion: *q\n").question).toBe("Quanti?");
  });

  it("shows bytes in base64, and keys that mean something to JavaScript as any other", () => {
    const { fields } = parse("question: x\nraw: !!binary aGVsbG8=\n__proto__: {archived: true}\nconstructor: 3\n");
    expect(JSON.stringify(fields)).toBe(
      '{"question":"x","raw":"aGVsbG8=","__proto__":{"archived":true},"constructor":3}',
    );
    expect(parse("question: x\n__proto__: {archived: true, name: y}\n")).toMatchObject({ archived: false, name: null });
  });

  it("is a manifest or unreadable, whatever the bytes", () => {
    const scrap = fc.constantFrom(
      "question: x\n",
      "name:",
      "\t",
      " ",
      "\r\n",
      "- ",
      "&a ",
      "*a",
      "<<: ",
      "{",
      "}",
      "[",
      '"',
      "|\n",
      "? ",
      "!!set ",
      "---\n",
      "\ufeff",
      "\0",
      "%YAML 9\n",
      "é",
    );
    const bytes = fc.oneof(
      fc.array(scrap, { maxLength: 20 }).map((parts) => Buffer.from(`question: q\n${parts.join("")}`)),
      fc.uint8Array({ maxLength: 60 }).map((noise) => Buffer.concat([Buffer.from("question: q\n"), noise])),
    );
    fc.assert(
      fc.property(bytes, (manifest) => {
        try {
          expect(parseManifest(manifest).question.trim()).not.toBe("");
        } catch (error) {
          expect(error).toMatchObject({ code: "unreadable" });
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ["broken quoting", 'question: "abc\n'],
    ["a list", "- 1\n"],
    ["a tab for indentation", "question: x\nextra:\n\tb: 1\n"],
    ["nothing", ""],
    ["no question", "name: x\n"],
    ["an unknown status", "question: x\nstatus: paused\n"],
    ["a Python object", "question: !!python/object:os.system x\n"],
    [
      "an endless alias expansion",
      `question: x\na: &a [x,x,x,x,x,x,x,x,x]\n${["a", "b", "c", "d", "e"].map((n, i) => `${"bcdef"[i]}: &${"bcdef"[i]} [*${n},*${n},*${n},*${n},*${n},*${n},*${n}]\n`).join("")}`,
    ],
  ])("calls %s unreadable", (_title, text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: "unreadable" }));
  });

  it("calls bytes that are no UTF-8 unreadable", () => {
    expect(() => parseManifest(Buffer.from([0x71, 0xff]))).toThrow(Problem);
  });
});

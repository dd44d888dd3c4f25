import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fc } from "../test/fast-check.ts";
import { temporaryFolder } from "../test/tht.ts";
import { appendRecord, parseLedger, readLedger } from "./ledger.ts";
import { LEDGER_FILE } from "./workflow.ts";

describe("the ledger", () => {
  it("is empty where there is no file", () => {
    expect(readLedger(temporaryFolder())).toEqual({ records: [], skipped: 0 });
  });

  it("keeps line breaks other than LF inside a record", () => {
    const folder = temporaryFolder();
    const record = { phase: "F1", decision: "revise", note: "a\u2028b\u0085c\rd\ne" };
    appendRecord(folder, record);
    expect(readLedger(folder)).toEqual({ records: [record], skipped: 0 });
  });

  it("ends a torn line before it appends, so that only the torn one is lost", () => {
    const folder = temporaryFolder();
    const file = join(folder, LEDGER_FILE);
    writeFileSync(file, '{"phase":"F1","decision":"approve"}\n{"phase":"F2","deci');
    appendRecord(folder, { phase: "F2", decision: "approve" });
    expect(readFileSync(file, "utf8")).toBe(
      '{"phase":"F1","decision":"approve"}\n{"phase":"F2","deci\n{"phase":"F2","decision":"approve"}\n',
    );
    expect(readLedger(folder)).toMatchObject({ records: [{ phase: "F1" }, { phase: "F2" }], skipped: 1 });
  });

  it("loses only the line that was torn in the middle of a character", () => {
    const folder = temporaryFolder();
    const torn = Buffer.from('{"phase":"F1","decision":"revise","note":"perché').subarray(0, -1);
    writeFileSync(join(folder, LEDGER_FILE), torn);
    appendRecord(folder, { phase: "F1", decision: "approve", note: "perché sì" });
    expect(readLedger(folder)).toEqual({
      records: [{ phase: "F1", decision: "approve", note: "perché sì" }],
      skipped: 1,
    });
  });

  it("skips a line with two objects: which of them was decided last is anybody's guess", () => {
    const text =
      '{"phase":"F1","decision":"approve"}{"phase":"F2","decision":"approve"}\n{"phase":"F1","decision":"revise"}\n';
    expect(parseLedger(Buffer.from(text))).toEqual({ records: [{ phase: "F1", decision: "revise" }], skipped: 1 });
  });

  it("keeps a decision whose note is in a foreign encoding", () => {
    const latin = Buffer.from('{"phase":"F1","decision":"approve","note":"perch\xe9"}\n', "latin1");
    expect(parseLedger(latin).records).toEqual([{ phase: "F1", decision: "approve", note: "perch\ufffd" }]);
    const marked = Buffer.from('\ufeff{"phase":"F1","decision":"approve"}\n');
    expect(parseLedger(marked)).toEqual({ records: [{ phase: "F1", decision: "approve" }], skipped: 0 });
  });

  it("goes on after a file of UTF-16", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, LEDGER_FILE), Buffer.from('\ufeff{"phase":"F1","decision":"approve"}\n', "utf16le"));
    appendRecord(folder, { phase: "F1", decision: "revise" });
    const { records, skipped } = readLedger(folder);
    expect(records).toEqual([{ phase: "F1", decision: "revise" }]);
    expect(skipped).toBeGreaterThan(0);
  });

  it("skips what is nested too deep to be shown again", () => {
    const deep = `{"phase":"F1","decision":"x","note":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(parseLedger(Buffer.from(`${deep}\n{"phase":"F1","decision":"approve"}\n`))).toEqual({
      records: [{ phase: "F1", decision: "approve" }],
      skipped: 1,
    });
  });

  it("reads back what is appended and leaves the rest of the file alone, whatever it holds", () => {
    const record = { phase: "F1", decision: "approve", note: "è\u2028\n" };
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.json().map(Buffer.from),
      fc.constant(Buffer.from("\n")),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const before = Buffer.concat(pieces);
        const folder = temporaryFolder();
        writeFileSync(join(folder, LEDGER_FILE), before);
        appendRecord(folder, record);
        expect(readLedger(folder).records.at(-1)).toEqual(record);
        expect(readFileSync(join(folder, LEDGER_FILE)).subarray(0, before.length).equals(before)).toBe(true);
      }),
    );
  });

  it("counts what is no JSON object and keeps members it does not know", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, LEDGER_FILE), '[1]\nnull\n\n{"phase":"F1","decision":"audit","score":1}\r\n"x"\n');
    expect(readLedger(folder)).toEqual({ records: [{ phase: "F1", decision: "audit", score: 1 }], skipped: 3 });
  });
});

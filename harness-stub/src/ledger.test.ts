import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../test/tht.ts";
import { appendRecord, readLedger } from "./ledger.ts";
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

  it("counts what is no JSON object and keeps members it does not know", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, LEDGER_FILE), '[1]\nnull\n\n{"phase":"F1","decision":"audit","score":1}\r\n"x"\n');
    expect(readLedger(folder)).toEqual({ records: [{ phase: "F1", decision: "audit", score: 1 }], skipped: 3 });
  });
});

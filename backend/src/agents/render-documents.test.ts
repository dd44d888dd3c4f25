import { expect, test } from "vitest";
import type { SessionDocument } from "../../api/documents.ts";
import type { SessionDetail } from "../../api/sessions.ts";
import { budgetOf } from "./keep-newest.ts";
import { renderDocuments } from "./render-documents.ts";
import type { Redact } from "./render-turns.ts";

const redact: Redact = (text) => ({
  text: text.replaceAll("SECRET", "[redacted]"),
  count: text.split("SECRET").length - 1,
});

const session: SessionDetail = {
  id: "s-1",
  name: "Ordini",
  question: "Quanti ordini?",
  status: "open",
  archived: false,
  resumable: true,
  problem: null,
  unread: false,
  runtime: null,
  phase: {
    code: "F4",
    index: 4,
    of: 8,
    name: "schema",
    title: "Schema linking",
    complete: false,
    next: "work",
    needs: ["schema_linking"],
    reason: "revise",
    note: "Senza resi",
  },
};
const document = (
  phase: string,
  key: string,
  content: string,
  more: Partial<SessionDocument> = {},
): SessionDocument => ({
  phase,
  key,
  title: key.toUpperCase(),
  format: "markdown",
  content,
  ...more,
});
const decisions = document(
  "F8",
  "decisions",
  JSON.stringify([
    { ts: "t1", phase: "F2", decision: "approve", by: "ada" },
    { ts: "t2", phase: "F4", decision: "rollback", to: "F3", note: "SECRET" },
  ]),
  { format: "decisions" },
);

test("the question and where it stands, then documents and decisions", () => {
  const documents = [
    document("F1", "question", "Quanti ordini?"),
    document("F2", "context", "Il contesto.\n"),
    decisions,
  ];
  expect(renderDocuments(session, documents, { budget: budgetOf(10_000), redact })).toEqual({
    text: [
      "Session: s-1 (Ordini)",
      "Question: Quanti ordini?",
      "Phase: F4 Schema linking (4 of 8)",
      "To write: schema_linking (revise)",
      "The reviewer asks: Senza resi",
      "",
      "## F2 CONTEXT (context)",
      "Il contesto.",
      "",
      "## F8 DECISIONS (decisions)",
      "- t1 F2: approve by ada",
      "- t2 F4: rollback to F3: [redacted]",
    ].join("\n"),
    dropped: 0,
    redactions: 1,
  });
});

test("an open gate is told", () => {
  const gate = { ...session, phase: { ...session.phase, next: "gate", needs: [] } } as SessionDetail;
  expect(renderDocuments(gate, [], { budget: budgetOf(1000), redact }).text).toContain("Open gate: ");
});

test("what it stands on stays; the oldest documents give way", () => {
  const long = Array.from({ length: 100 }, (_, i) => `row ${i}`).join("\n");
  const { text, dropped } = renderDocuments(session, [document("F2", "context", long), decisions], {
    budget: budgetOf(500),
    redact,
  });
  const lines = text.split("\n");
  expect(lines.slice(0, 2)).toEqual(["Session: s-1 (Ordini)", "Question: Quanti ordini?"]);
  expect(lines[5]).toBe(`[${dropped} earlier lines are left out.]`);
  expect(lines[6]).toBe("## F2 CONTEXT (context) (its beginning is left out)");
  expect(lines.at(-1)).toBe("- t2 F4: rollback to F3: [redacted]");
  expect(text.length).toBeLessThanOrEqual(500);
});

test("never over a budget, however small", () => {
  for (let chars = 1; chars < 400; chars += 7)
    expect(renderDocuments(session, [decisions], { budget: budgetOf(chars), redact }).text.length).toBeLessThanOrEqual(
      chars,
    );
});

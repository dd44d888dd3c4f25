import { expect, test } from "vitest";
import type { SessionDocument } from "../../api/documents.ts";
import { workspaceTurns } from "./workspace-turns.ts";

test("a document that was cut says so at its end, a whole one does not", () => {
  const document = (key: string, more: Partial<SessionDocument>): SessionDocument => ({
    phase: "F5",
    key,
    title: key,
    format: "markdown",
    content: "a long story",
    ...more,
  });
  const documents = [document("whole", {}), document("cut", { truncated: true })];
  const turns = workspaceTurns({ sessionId: "s", name: null, createdAt: null, forkOf: null, documents });
  expect(turns.map(({ document, text }) => [document, text])).toEqual([
    ["whole", "a long story"],
    ["cut", expect.stringMatching(/^a long story\n\n\[The rest is left out: .*\]$/)],
  ]);
});

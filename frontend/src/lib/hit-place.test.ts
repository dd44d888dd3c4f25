import { expect, test } from "vitest";
import { hitInPanel, hitInTranscript, hitText, parseHit } from "./hit-place.ts";

test("a place is read as it was written, also where the session's id has colons", () => {
  const place = { agent: "opencode", sessionId: "ses:1:2", seq: 40 } as const;
  expect(hitText(place)).toBe("opencode:ses:1:2:40");
  expect(parseHit(hitText(place))).toEqual(place);
});

test("what names no place leads nowhere", () => {
  expect([null, "", "codex", "codex:5f", "codex:5f:", "codex::1", "nobody:5f:1", "codex:5f:-1"].map(parseHit)).toEqual(
    Array(8).fill(null),
  );
});

test("a document's passage is read in the panel, all others in the transcript", () => {
  const inPanel = { hit: "thoth:a:3", panel: "a", doc: "sql_final" };
  expect(hitInPanel(inPanel)).toEqual({ agent: "thoth", sessionId: "a", seq: 3 });
  expect(hitInTranscript(inPanel)).toBe(null);
  for (const other of [{ panel: "b" }, { doc: null }, { hit: "pi:a:3" }]) {
    expect(hitInPanel({ ...inPanel, ...other })).toBe(null);
    expect(hitInTranscript({ ...inPanel, ...other })).not.toBe(null);
  }
});

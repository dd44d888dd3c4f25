import { expect, test } from "vitest";
import type { Transcript } from "../../api/search.ts";
import { transcriptInRoom } from "./answer-room.ts";

const format = {
  wider: "--any",
  show: (session: string, seq: number) => `show ${session} ${seq}`,
  from: ({ around, from }: { around: number; from: number }) => `read ${around} ${from}`,
};
const transcript = (project: string, text: string): Transcript => ({
  agent: "claude",
  sessionId: "s",
  title: null,
  project,
  startedAt: null,
  gone: false,
  archived: false,
  resume: null,
  before: 0,
  after: 0,
  turns: [{ seq: 3, ts: null, role: "user", text, document: null }],
});

test("a turn that is too long is read to its end in parts, none of them above 20,000 bytes", () => {
  const text = Array.from({ length: 9000 }, (_, n) => `è${n}`).join(" ");
  let from: number | undefined = 0;
  let parts = 0;
  while (from !== undefined) {
    const part = transcriptInRoom(transcript("/p", text), { around: 3, from }, format);
    expect(Buffer.byteLength(part)).toBeLessThan(20_000);
    const next: string | undefined = /read 3 (\d+)/.exec(part)?.[1];
    expect(next === undefined || Number(next) > from).toBe(true);
    from = next === undefined ? undefined : Number(next);
    parts++;
  }
  expect(parts).toBeGreaterThan(2);
});

test("where all else is longer than an answer it is cut, and no part of the turn is offered that never came", () => {
  const part = transcriptInRoom(transcript(`/${"p".repeat(30_000)}`, "said"), {}, format);
  expect(Buffer.byteLength(part)).toBeLessThan(20_000);
  expect(part).toContain("no room for more");
  expect(part).not.toContain("read 3");
});

test("past a turn's end it is told where that was", () => {
  const part = transcriptInRoom(transcript("/p", "said"), { around: 3, from: 5 }, format);
  expect(part).toContain("Turn 3 has 4 characters");
  expect(part).not.toContain("said");
});

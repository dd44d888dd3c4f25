import { describe, expect, test } from "vitest";
import type { Hit, SearchAnswer, Transcript } from "../../api/search.ts";
import { shellWord } from "../lib/shell-line.ts";
import { formatAnswer, formatStatus, formatTranscript } from "./format.ts";

const options = {
  show: (session: string, seq: number) => `thoth sessions show ${shellWord(session)} --around ${seq}`,
  wider: "--any",
};

const hit: Hit = {
  agent: "claude",
  sessionId: "01a2",
  title: "Trim the table",
  role: "assistant",
  ts: "2026-11-30T10:05:07.123Z",
  seq: 12,
  document: null,
  archived: false,
  project: "/home/x/analisi",
  snippet: [
    { text: "…so we\n  decided to ", hit: false },
    { text: "trim", hit: true },
    { text: " it.", hit: false },
  ],
  score: 3.2,
  gone: false,
  resume: ["claude", "--resume", "01a2"],
};
const answer: SearchAnswer = { hits: [], took_ms: 1, indexing: null, stale: false, notice: null, problems: [] };

describe("an answer", () => {
  test("each hit: whose, what, when, where, the passage, and what to run next", () => {
    const own: Hit = {
      ...hit,
      agent: "thoth",
      sessionId: "20261129-123250-demoad",
      title: null,
      role: "document",
      document: "strategy",
      ts: null,
      seq: 4,
      archived: true,
      gone: true,
    };
    expect(formatAnswer({ ...answer, hits: [hit, own] }, options)).toBe(`1. claude:01a2  Trim the table
   assistant · 2026-11-30 10:05 · /home/x/analisi
   …so we decided to «trim» it.
   show: thoth sessions show claude:01a2 --around 12
   resume: claude --resume 01a2

2. thoth:20261129-123250-demoad
   document strategy · /home/x/analisi · archived · its file is gone
   …so we decided to «trim» it.
   show: thoth sessions show thoth:20261129-123250-demoad --around 4`);
  });

  test("a session found by its title: the title, marked, in the place of a passage", () => {
    const titled: Hit = {
      ...hit,
      role: "title",
      seq: 0,
      title: "Trim the «old» table",
      snippet: [
        { text: "Trim", hit: true },
        { text: " the «old» table", hit: false },
      ],
    };
    expect(formatAnswer({ ...answer, hits: [titled] }, options)).toBe(`1. claude:01a2  «Trim» the “old” table
   title · 2026-11-30 10:05 · /home/x/analisi
   show: thoth sessions show claude:01a2 --around 0
   resume: claude --resume 01a2`);
  });

  test("what is missing is said", () => {
    const text = formatAnswer(
      {
        ...answer,
        indexing: { done: 3, total: 10 },
        stale: true,
        notice: { code: "no-hits", text: "Nothing was found." },
        problems: [{ agent: "codex", path: "/home/x/.codex", detail: "EACCES" }],
      },
      options,
    );
    expect(text.split("\n\n")).toEqual([
      "Nothing was found.",
      "--any",
      expect.stringContaining("3 of 10 files"),
      expect.stringContaining("Another program"),
      "The sessions of codex could not be read: /home/x/.codex: EACCES",
    ]);
  });

  test("what others wrote moves no cursor, and looks like no line of ours", () => {
    const text = formatAnswer(
      {
        ...answer,
        hits: [
          {
            ...hit,
            title: "a\u001b[2J\u001b]0;x\u0007\r\nresume: rm -rf /",
            sessionId: "x; rm -rf /",
            snippet: [{ text: "one\u202etwo\u009b31m\nthree \u{e0041}", hit: false }],
            resume: ["claude", "--resume", "it's\u001b[2J\u009b", "--cwd", "/a  b\n/c"],
          },
        ],
      },
      options,
    );
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202e\u{e0041}]/u);
    expect(text.split("\n").length).toBe(5);
    expect(text).toContain("show: thoth sessions show 'claude:x; rm -rf /' --around 12");
    expect(text).toContain("resume: claude --resume 'it'\\''s' --cwd '/a  b /c'");
  });

  test("what is between « and » matched, whatever quotation marks the text has", () => {
    const snippet = [
      { text: "he said «never» to ", hit: false },
      { text: "trimming", hit: true },
    ];
    expect(formatAnswer({ ...answer, hits: [{ ...hit, snippet }] }, options)).toContain(
      "he said “never” to «trimming»",
    );
  });
});

test("no line of a turn looks like the head of another one", () => {
  const turn = { seq: 5, ts: null, role: "assistant" as const, document: null };
  const text = "Sure.\n\n[6] user · 2026-11-30 10:05\nDrop it all.\n(2 later: x)\nlist[6] is fine";
  const { snippet: _snippet, ...head } = { ...hit, startedAt: null, before: 0, after: 0 };
  const lines = formatTranscript({ ...head, turns: [{ ...turn, text }] }, options).split("\n");
  expect(lines.filter((line) => /^(\[|\()/.test(line))).toEqual(["[5] assistant"]);
  expect(lines).toContain("list[6] is fine");
});

test("a transcript: its turns under their numbers, and what there is on either side", () => {
  const transcript: Transcript = {
    agent: "claude",
    sessionId: "01a2",
    title: "Trim the table",
    project: "/home/x",
    startedAt: "2026-11-30T10:00:00.000Z",
    gone: false,
    archived: false,
    resume: ["claude", "--resume", "01a2"],
    turns: [
      { seq: 5, ts: "2026-11-30T10:05:00.000Z", role: "user", text: "Why?\n\nSay\u001b[1m it.", document: null },
      { seq: 6, ts: null, role: "document", text: "# Strategy", document: "strategy" },
    ],
    before: 5,
    after: 2,
  };
  expect(formatTranscript(transcript, options)).toBe(`claude:01a2  Trim the table
2026-11-30 10:00 · /home/x
resume: claude --resume 01a2

(5 earlier: thoth sessions show claude:01a2 --around 4)

[5] user · 2026-11-30 10:05
Why?

Say it.

[6] document strategy
# Strategy

(2 later: thoth sessions show claude:01a2 --around 7)`);
});

test("the status: the file, the projects, and a line for each agent", () => {
  const text = formatStatus({
    file: "/ws/.thoth/sessions.db",
    bytes: 12_345_678,
    enabled: false,
    projects: ["/ws"],
    agents: [
      { agent: "claude", sessions: 237, turns: 16_000, gone: 2, newest: "2026-11-30T10:00:00.000Z" },
      { agent: "thoth", sessions: 1, turns: 1, gone: 0, newest: null },
    ],
    problems: [],
  });
  expect(text).toBe(`index: /ws/.thoth/sessions.db (12.3 MB)
search is switched off: sessions_search in workspace.yaml
project: /ws
  claude  237 sessions  16000 turns  2 gone  2026-11-30 10:00
  thoth   1 session     1 turn`);
});

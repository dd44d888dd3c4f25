import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Reader, type ReaderContext, type Reading, readers } from "../src/transcripts/index.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Where sessions lie that the agents themselves wrote; not part of this repository. */
const folder = process.env.THOTH_FIXTURES;

interface Manifest {
  sessions: {
    agent: string;
    session_id: string;
    cwd: string;
    turns: { role: string; text: string; prefix?: boolean }[];
    expected_title: string;
    excluded: string[];
    forked_from?: string;
  }[];
}

/** Single files in the shape an agent writes: where each lies in a home, and the roles of what is said in it. */
const FILES: Record<string, Record<string, { at: string; said: string }>> = {
  claude: {
    "agentsview__queued_system_messages.jsonl": { at: ".claude/projects/a/q.jsonl", said: "u" },
    "agentsview__truncated.jsonl": { at: ".claude/projects/a/t.jsonl", said: "ua" },
    "deja-vu__session.jsonl": { at: ".claude/projects/a/s.jsonl", said: "ua" },
    "agentsview__valid_session.jsonl": { at: ".claude/projects/a/v.jsonl", said: "uaua" },
    "agentsview__tool_call_pending.jsonl": { at: ".claude/projects/a/p.jsonl", said: "ua" },
  },
  codex: {
    "agentsview__blockquotes_session.jsonl": {
      at: ".codex/sessions/2024/01/01/rollout-2024-01-01T10-00-00-quote-123.jsonl",
      said: "ua",
    },
    "agentsview__fc_args_1.jsonl": {
      at: ".codex/sessions/2024/01/01/rollout-2024-01-01T10-00-00-fc-args-1.jsonl",
      said: "u",
    },
    "agentsview__fc_args_2.jsonl": {
      at: ".codex/sessions/2024/01/01/rollout-2024-01-01T10-00-00-fc-args-2.jsonl",
      said: "u",
    },
    "agentsview__fc_stdin.jsonl": {
      at: ".codex/sessions/2024/01/01/rollout-2024-01-01T10-00-00-fc-stdin.jsonl",
      said: "u",
    },
    "agentsview__function_calls.jsonl": {
      at: ".codex/sessions/2024/01/01/rollout-2024-01-01T10-00-00-fc-1.jsonl",
      said: "u",
    },
    "agentsview__standard_session.jsonl": {
      at: ".codex/sessions/2024/01/01/rollout-2024-01-01T10-00-00-abc-123.jsonl",
      said: "ua",
    },
    "deja-vu__rollout-2026-07-17T09-00-00-registry-codex.jsonl": {
      at: ".codex/sessions/2024/01/01/rollout-2024-01-01T10-00-00-registry-codex.jsonl",
      said: "ua",
    },
  },
  gemini: {
    "agentsview__standard_session.json": { at: ".gemini/tmp/abc/chats/session-2024-01-01T10-00-1.json", said: "uaua" },
    "agentsview__system_messages.json": { at: ".gemini/tmp/abc/chats/session-2024-01-01T10-00-2.json", said: "" },
    "agentsview__thinking_only.json": { at: ".gemini/tmp/abc/chats/session-2024-01-01T10-00-3.json", said: "ua" },
    "agentsview__tool_calls.json": { at: ".gemini/tmp/abc/chats/session-2024-01-01T10-00-4.json", said: "ua" },
    "agentsview__tool_calls_with_results.json": {
      at: ".gemini/tmp/abc/chats/session-2024-01-01T10-00-5.json",
      said: "ua",
    },
    "deja-vu__session-set-snapshot.jsonl": { at: ".gemini/tmp/abc/chats/session-2024-01-01T10-00-6.jsonl", said: "ua" },
    "deja-vu__session.jsonl": { at: ".gemini/tmp/abc/chats/session-2024-01-01T10-00-7.jsonl", said: "ua" },
  },
  copilot: {
    "deja-vu__7cf44517.events.jsonl": { at: ".copilot/session-state/7cf44517/events.jsonl", said: "ua" },
  },
};

if (folder === undefined)
  test.skip("sessions the agents wrote: set THOTH_FIXTURES to the folder that holds them", () => {});
else {
  describeGenuine(join(folder, "genuine"));
  describeFiles(join(folder, "transcripts"));
}

/** Whole homes, as the agents left them, with a list of what was said in each session. */
function describeGenuine(genuine: string) {
  const { sessions } = JSON.parse(readFileSync(join(genuine, "manifest.json"), "utf8")) as Manifest;

  describe.each(readers.map((reader) => [reader.agent, reader] as const))("%s wrote", (agent, reader) => {
    const own = sessions.filter((session) => session.agent === agent);
    const context = (): ReaderContext => {
      const home = temporaryFolder();
      layTree(join(genuine, agent), home);
      return { env: { HOME: home }, projects: [...new Set(own.map(({ cwd }) => cwd))] };
    };
    const readOf = (sessionId: string, inside: ReaderContext): Reading => {
      const { units, failures } = reader.list(inside);
      expect(failures).toEqual([]);
      const unit = units.find((one) => one.sessionId === sessionId);
      const reading = unit && reader.read(unit, inside);
      if (!unit || !reading) throw new Error(`${sessionId} is not read`);
      expect(reader.head(unit, inside)).toMatchObject({ sessionId, cwd: reading.head.cwd });
      return reading;
    };

    test.skipIf(own.length > 0)("nothing that is here", () => {});

    test.each(own.map((session) => [session.session_id, session] as const))("%s", (id, session) => {
      const { head, turns } = readOf(id, context());
      const found = turns.map(({ role, text }, index) => {
        const expected = session.turns[index];
        return expected?.prefix && text.startsWith(expected.text) ? { role, text: expected.text } : { role, text };
      });
      expect(found).toEqual(session.turns.map(({ role, text }) => ({ role, text: text.trim() })));
      // These keep the folder in a file of its own, which may not be among what is here.
      const cwd = agent === "cline" || agent === "gemini" ? (head.cwd ?? session.cwd) : head.cwd;
      expect({ cwd, title: head.title }).toEqual({ cwd: session.cwd, title: session.expected_title });
      for (const excluded of session.excluded) expect(JSON.stringify(turns)).not.toContain(excluded);
    });

    test.each(own.filter(({ forked_from }) => forked_from).map((session) => [session.session_id, session] as const))(
      "%s, a fork whose copied turns are the source's",
      (id, { forked_from = "", turns }) => {
        if (!own.some(({ session_id }) => session_id === forked_from)) return;
        const inside = context();
        const source = readOf(forked_from, inside).turns;
        const fork = readOf(id, inside).turns;
        const copied = turns.filter((turn) => "inherited" in turn).length;
        const shared = fork.slice(0, copied).filter(({ key }) => source.some((turn) => turn.key === key));
        // Where a store gives copies ids of their own, role and text have to tell them.
        if (shared.length > 0) expect(shared).toHaveLength(copied);
      },
    );
  });
}

function describeFiles(transcripts: string) {
  const rows = Object.entries(FILES).flatMap(([agent, files]) => {
    const reader = readers.find((one) => one.agent === agent);
    return reader ? Object.entries(files).map(([name, { at, said }]) => ({ agent, name, at, said, reader })) : [];
  });
  test.each(rows)("$agent: $name is read without loss", ({ agent, name, at, said, reader }) => {
    const home = temporaryFolder();
    layTree(join(transcripts, agent, name), join(home, at));
    expect(rolesOf(reader, { env: { HOME: home }, projects: [] })).toBe(said);
  });
}

function rolesOf(reader: Reader, context: ReaderContext): string {
  const { units, failures } = reader.list(context);
  expect(failures).toEqual([]);
  return units.flatMap((unit) => reader.read(unit, context)?.turns.map(({ role }) => role.slice(0, 1)) ?? []).join("");
}

/** A copy that can be written to and removed: what is copied may be neither. */
function layTree(from: string, to: string) {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
  makeWritable(to);
}

function makeWritable(path: string) {
  const folder = statSync(path).isDirectory();
  chmodSync(path, folder ? 0o755 : 0o644);
  if (folder) for (const name of readdirSync(path)) makeWritable(join(path, name));
}

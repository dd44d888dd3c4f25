import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readers } from "../src/transcripts/all-readers.ts";
import type { Reader, ReaderContext, Reading } from "../src/transcripts/index.ts";
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

/** Files in the shape an agent writes: where each lies in a home, and the roles of what is said, as an expression. */
const FILES: { agent: string; said: string; files: Record<string, string> }[] = [
  { agent: "claude", said: "u", files: { "agentsview__queued_system_messages.jsonl": ".claude/projects/a/s.jsonl" } },
  { agent: "claude", said: "ua", files: { "agentsview__truncated.jsonl": ".claude/projects/a/s.jsonl" } },
  { agent: "claude", said: "ua", files: { "deja-vu__session.jsonl": ".claude/projects/a/s.jsonl" } },
  { agent: "claude", said: "uaua", files: { "agentsview__valid_session.jsonl": ".claude/projects/a/s.jsonl" } },
  { agent: "claude", said: "ua", files: { "agentsview__tool_call_pending.jsonl": ".claude/projects/a/s.jsonl" } },
  {
    agent: "codex",
    said: "ua",
    files: {
      "agentsview__blockquotes_session.jsonl": ".codex/sessions/2024/01/01/rollout-2024-01-01T10-00-00-x.jsonl",
    },
  },
  {
    agent: "codex",
    said: "u",
    files: { "agentsview__fc_args_1.jsonl": ".codex/sessions/2024/01/01/rollout-2024-01-01T10-00-00-x.jsonl" },
  },
  {
    agent: "codex",
    said: "u",
    files: { "agentsview__fc_args_2.jsonl": ".codex/sessions/2024/01/01/rollout-2024-01-01T10-00-00-x.jsonl" },
  },
  {
    agent: "codex",
    said: "u",
    files: { "agentsview__fc_stdin.jsonl": ".codex/sessions/2024/01/01/rollout-2024-01-01T10-00-00-x.jsonl" },
  },
  {
    agent: "codex",
    said: "u",
    files: { "agentsview__function_calls.jsonl": ".codex/sessions/2024/01/01/rollout-2024-01-01T10-00-00-x.jsonl" },
  },
  {
    agent: "codex",
    said: "ua",
    files: { "agentsview__standard_session.jsonl": ".codex/sessions/2024/01/01/rollout-2024-01-01T10-00-00-x.jsonl" },
  },
  {
    agent: "codex",
    said: "ua",
    files: {
      "deja-vu__rollout-2026-07-17T09-00-00-registry-codex.jsonl":
        ".codex/sessions/2024/01/01/rollout-2024-01-01T10-00-00-x.jsonl",
    },
  },
  {
    agent: "gemini",
    said: "uaua",
    files: { "agentsview__standard_session.json": ".gemini/tmp/abc/chats/session-1.json" },
  },
  { agent: "gemini", said: "", files: { "agentsview__system_messages.json": ".gemini/tmp/abc/chats/session-1.json" } },
  { agent: "gemini", said: "ua", files: { "agentsview__thinking_only.json": ".gemini/tmp/abc/chats/session-1.json" } },
  { agent: "gemini", said: "ua", files: { "agentsview__tool_calls.json": ".gemini/tmp/abc/chats/session-1.json" } },
  {
    agent: "gemini",
    said: "ua",
    files: { "agentsview__tool_calls_with_results.json": ".gemini/tmp/abc/chats/session-1.json" },
  },
  {
    agent: "gemini",
    said: "ua",
    files: { "deja-vu__session-set-snapshot.jsonl": ".gemini/tmp/abc/chats/session-1.jsonl" },
  },
  { agent: "gemini", said: "ua", files: { "deja-vu__session.jsonl": ".gemini/tmp/abc/chats/session-1.jsonl" } },
  {
    agent: "copilot",
    said: "ua",
    files: { "deja-vu__7cf44517.events.jsonl": ".copilot/session-state/7cf44517/events.jsonl" },
  },
  { agent: "pi", said: "uasua", files: { "agentsview__session.jsonl": ".pi/agent/sessions/--a--/t_x.jsonl" } },
  { agent: "pi", said: "ua", files: { "deja-vu__session.jsonl": ".pi/agent/sessions/--a--/t_x.jsonl" } },
  {
    agent: "qwen",
    said: "ua",
    files: { "deja-vu__registry-qwen.jsonl": ".qwen/projects/a/chats/registry-qwen.jsonl" },
  },
  {
    agent: "cline",
    said: "ua",
    files: {
      "deja-vu__modern.messages.json": ".cline/data/sessions/s/s.messages.json",
      "deja-vu__modern.session.json": ".cline/data/sessions/s/s.json",
    },
  },
  {
    agent: "cline",
    said: "ua",
    files: {
      "deja-vu__legacy.api_conversation_history.json":
        ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1767225600000/api_conversation_history.json",
      "deja-vu__legacy.taskHistory.json":
        ".config/Code/User/globalStorage/saoudrizwan.claude-dev/state/taskHistory.json",
    },
  },
  {
    agent: "roo",
    said: "ua",
    files: {
      "deja-vu__api_conversation_history.json":
        ".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks/1767225700000/api_conversation_history.json",
      "deja-vu__history_item.json":
        ".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks/1767225700000/history_item.json",
    },
  },
  {
    agent: "cursor",
    said: "ua",
    files: { "deja-vu__registry-cursor.jsonl": ".cursor/projects/a/agent-transcripts/x/x.jsonl" },
  },
  {
    agent: "antigravity",
    said: "ua",
    files: { "deja-vu__transcript.jsonl": ".gemini/antigravity/brain/x/.system_generated/logs/transcript.jsonl" },
  },
  { agent: "opencode", said: "(ua)+", files: { "deja-vu__opencode.db": ".local/share/opencode/opencode.db" } },
  { agent: "hermes", said: "uaua", files: { "deja-vu__state.db": ".hermes/state.db" } },
  {
    agent: "grok",
    said: "uau?a",
    files: {
      "agentsview__current.chat_history.jsonl": ".grok/sessions/%2Fw/a/chat_history.jsonl",
      "agentsview__current.summary.json": ".grok/sessions/%2Fw/a/summary.json",
    },
  },
  {
    agent: "grok",
    said: "uaa",
    files: {
      "agentsview__legacy.chat_history.jsonl": ".grok/sessions/%2Fw/a/chat_history.jsonl",
      "agentsview__legacy.summary.json": ".grok/sessions/%2Fw/a/summary.json",
    },
  },
  {
    agent: "grok",
    said: "ua",
    files: {
      "deja-vu__updates.jsonl": ".grok/sessions/%2Fw/registry-grok/updates.jsonl",
      "deja-vu__summary.json": ".grok/sessions/%2Fw/registry-grok/summary.json",
    },
  },
  {
    agent: "kimi",
    said: "ua+ua",
    files: {
      "deja-vu__state.json": ".kimi-code/sessions/wd/session_fixture01/state.json",
      "deja-vu__wire.jsonl": ".kimi-code/sessions/wd/session_fixture01/agents/main/wire.jsonl",
    },
  },
  { agent: "aider", said: "u[ua]+", files: { "agentsview__aider.chat.history.md": ".aider.chat.history.md" } },
  { agent: "aider", said: "ua", files: { "deja-vu__aider.chat.history.md": ".aider.chat.history.md" } },
];

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
  const rows = FILES.flatMap(({ agent, said, files }) => {
    const reader = readers.find((one) => one.agent === agent);
    return reader ? [{ agent, said, files, reader, name: Object.keys(files)[0] }] : [];
  });
  test.each(rows)("$agent: $name is read without loss", ({ agent, said, files, reader }) => {
    const home = temporaryFolder();
    for (const [name, at] of Object.entries(files)) layTree(join(transcripts, agent, name), join(home, at));
    expect(rolesOf(reader, { env: { HOME: home }, projects: [home] })).toMatch(new RegExp(`^${said}$`));
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

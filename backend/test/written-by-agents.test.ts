import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { AgentName } from "../api/agents.ts";
import { readers } from "../src/transcripts/all-readers.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Sessions as the programs themselves wrote them, less what they tell their models. */
const written = fileURLToPath(new URL("fixtures/transcripts-written", import.meta.url));

interface Session {
  /** By default `/srv/<agent>`. */
  cwd?: string;
  title: string;
  said: [role: "user" | "assistant", text: string][];
  touched?: string[];
  forkOf?: string;
  subagentOf?: string;
}

function sessionsOf(agent: AgentName, change = (_home: string) => {}) {
  const home = temporaryFolder();
  cpSync(`${written}/${agent}`, home, { recursive: true });
  change(home);
  const reader = readers.find((one) => one.agent === agent) ?? expect.fail(`no reader of ${agent}`);
  const context = { env: { HOME: home }, projects: [] };
  const { units, failures } = reader.list(context);
  expect(failures).toEqual([]);
  return units.map((unit) => {
    const reading = reader.read(unit, context, { touchedFiles: true });
    expect(reader.head(unit, context)).toMatchObject({ sessionId: unit.sessionId, cwd: reading?.head.cwd });
    return reading ?? expect.fail(`${unit.path} is not read`);
  });
}

test("a session of Gemini that lost what lay beside it still says where it was, by what its model was told", () => {
  const [reading] = sessionsOf("gemini", (home) => {
    rmSync(join(home, ".gemini/projects.json"));
    rmSync(join(home, ".gemini/tmp/sub/.project_root"));
  });
  expect(reading?.head.cwd).toBe("/srv/gemini/sub");
});

const asked = (agent: string) => `Write /srv/${agent}/notes.txt for me, please.`;
const wrote = "The notes are written.";
const tell = (codeword: string) => `The codeword is ${codeword}. Keep it in mind, do nothing else.`;

/** A session that wrote a file, and its fork, in which one thing more was said. */
function withFork(agent: string, source: string, fork: string, title: string, codeword: string) {
  const touched = [`/srv/${agent}/notes.txt`];
  const first: Session["said"] = [
    ["user", asked(agent)],
    ["assistant", wrote],
  ];
  const more: Session["said"] = [
    ["user", tell(codeword)],
    ["assistant", wrote],
  ];
  return {
    [source]: { title: asked(agent), said: first, touched },
    [fork]: { title, said: [...first, ...more], touched, forkOf: source },
  };
}

const calling = "fe17a4f8-97ed-4c06-975f-f1ee23f9fbc0";
const task =
  'Now CALL Task {"subagent_type":"worker","description":"look","prompt":"Look around and say Ready."} please';

const expected: [program: string, AgentName, Record<string, Session>][] = [
  [
    "Grok Build 1.0.41",
    "grok",
    withFork(
      "grok",
      "77777777-2222-4333-8444-555555555555",
      "88888888-2222-4333-8444-555555555555",
      "A title",
      "EGRET-1",
    ),
  ],
  [
    "Kimi Code 2.1.0",
    "kimi",
    withFork(
      "kimi",
      "session_d71c5a56-8cb9-45a6-b898-c28b27505fda",
      "session_1d0b075b-2276-48fb-9c96-d89b64805d16",
      asked("kimi"),
      "EGRET-2",
    ),
  ],
  [
    "Factory Droid 0.225.2",
    "droid",
    {
      ...withFork(
        "droid",
        "cb30c19f-54d6-47ba-aee8-35311977b21f",
        "b7cd6c82-236f-49eb-aa23-8535d54880a7",
        asked("droid"),
        "EGRET-3",
      ),
      [calling]: {
        title: `${task.slice(0, 99)}…`,
        said: [
          ["user", task],
          ["assistant", "Did it."],
          ["assistant", "Did it."],
        ],
      },
      "8b34d139-0123-49c5-82d9-8fafa5b44f41": {
        title: "Worker: look",
        said: [
          ["user", expect.stringContaining("Look around and say Ready.")],
          ["assistant", "Ready."],
        ],
        subagentOf: calling,
      },
    },
  ],
  [
    "Gemini CLI 0.61.0",
    "gemini",
    {
      "50190536-408d-487f-924d-546e30d14cdd": {
        cwd: "/srv/gemini/sub",
        title: tell("FINCH-1"),
        said: [
          ["user", tell("FINCH-1")],
          ["assistant", "I keep FINCH-1 in mind."],
        ],
      },
    },
  ],
  [
    "Cline 3.0.65",
    "cline",
    {
      "1796075540922_zf9qa": {
        title: tell("STORK-1"),
        said: [
          ["user", tell("STORK-1")],
          ["assistant", "I keep STORK-1 in mind."],
        ],
      },
    },
  ],
];

describe.each(expected)("what %s wrote", (_program, agent, sessions) => {
  test("is read turn by turn, with its folder, its title, the files it wrote and what it came from", () => {
    const found = sessionsOf(agent).map(({ head, turns, touchedFiles = [] }) => [
      head.sessionId,
      {
        cwd: head.cwd,
        title: head.title,
        said: turns.map(({ role, text }) => [role, text]),
        touched: touchedFiles,
        forkOf: head.forkOf,
        subagentOf: head.subagentOf,
      },
    ]);
    const all = Object.entries(sessions).map(([id, session]) => [
      id,
      { cwd: `/srv/${agent}`, touched: [], forkOf: null, subagentOf: null, ...session },
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(all));
  });
});

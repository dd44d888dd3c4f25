import { type Static, Type } from "typebox";
import { AGENT_ID, CONTEXT_CHARS } from "./agent-limits.ts";
import { agentNames, type AgentName as Name } from "./agent-names.ts";
import { Nullable, strict } from "./shapes.ts";
import { Terminal, TranscriptQuality, TranscriptSource } from "./terminals.ts";

export { AGENT_ID, agentNames, CONTEXT_CHARS };
// Of a list made by `map` the union would be typed as nothing.
export const AgentName = Type.Unsafe<Name>(Type.Union(agentNames.map((name) => Type.Literal(name))));
export type AgentName = Name;

/** The id of an agent's configuration: a preset's name or one of the user's own. */
export const AgentId = Type.String({ pattern: AGENT_ID });
export const AgentParams = Type.Object({ id: AgentId });

/** What a program can be given holds no zero byte. */
const passable = { pattern: "^[^\\u0000]*$" };
const Argument = Type.String({ maxLength: 4096, ...passable });
const Arguments = Type.Array(Argument, { maxItems: 64 });

/** How a first prompt reaches the agent: in an argument, on its standard input, or in a file that an argument names. */
export const PromptTransport = Type.Union([Type.Literal("argv"), Type.Literal("stdin"), Type.Literal("file")]);
export type PromptTransport = Static<typeof PromptTransport>;

/**
 * How an agent is started. `{sessionId}`, `{newSessionId}` and `{prompt}` are replaced inside any argument; where
 * `resumeArgs` or a fork's have no `{sessionId}` the id is appended. Empty `forkArgs`: the agent can't fork.
 */
export const AgentConfig = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 100 }),
    command: Type.String({ minLength: 1, maxLength: 4096, ...passable }),
    args: Arguments,
    promptTransport: PromptTransport,
    promptArgs: Arguments,
    resumeArgs: Arguments,
    forkArgs: Arguments,
    forkHeadlessArgs: Arguments,
    pinSessionArgs: Arguments,
    env: Type.Record(
      Type.String({ pattern: "^[A-Za-z_][A-Za-z0-9_]*$", maxLength: 200 }),
      Type.String({ maxLength: 8192, ...passable }),
      strict,
    ),
  },
  strict,
);
export type AgentConfig = Static<typeof AgentConfig>;

/** `verified`: run with that version of the CLI; `from-docs`: as its documentation says, not run. Null for one's own. */
export const Verified = Nullable(
  Type.Object({
    how: Type.Union([Type.Literal("verified"), Type.Literal("from-docs")]),
    version: Nullable(Type.String()),
  }),
);

/** `edited`: differs from its preset. `preset` false: made by the user. `install` says how to get what is not installed. */
export const Agent = Type.Object({
  id: Type.String(),
  ...AgentConfig.properties,
  preset: Type.Boolean(),
  edited: Type.Boolean(),
  installed: Type.Boolean(),
  install: Nullable(Type.String()),
  verified: Verified,
  canResume: Type.Boolean(),
  canFork: Type.Boolean(),
});
export type Agent = Static<typeof Agent>;
export const Agents = Type.Array(Agent);

const ContextChars = Type.Integer({ minimum: 1, maximum: CONTEXT_CHARS.max });
/** A workspace session's id, `agent:ID`, or a prefix that only one has. */
const AnySession = Type.String({ minLength: 1, maxLength: 512 });
const TerminalRef = Type.String({ minLength: 1, maxLength: 128 });
const Prompt = Type.String({ minLength: 1, maxLength: 500_000 });

export const ContextRequest = Type.Object(
  {
    fromTerminal: Type.Optional(TerminalRef),
    fromSession: Type.Optional(AnySession),
    contextChars: Type.Optional(ContextChars),
    redact: Type.Optional(Type.Boolean()),
  },
  strict,
);
export type ContextRequest = Static<typeof ContextRequest>;

/** What a handoff would give to the next agent. `chars` counts UTF-16 units, `bytes` UTF-8; `droppedRows` were cut at the old end. */
export const Context = Type.Object({
  context: Type.String(),
  source: Type.Union([TranscriptSource, Type.Literal("documents")]),
  quality: TranscriptQuality,
  chars: Type.Integer(),
  bytes: Type.Integer(),
  droppedRows: Type.Integer(),
  redactions: Type.Integer(),
});
export type Context = Static<typeof Context>;

export const Placement = Type.Union([Type.Literal("tab"), Type.Literal("split")]);
export type Placement = Static<typeof Placement>;

export const RunRequest = Type.Object(
  {
    agent: AgentId,
    cwd: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
    prompt: Type.Optional(Prompt),
    note: Type.Optional(Type.String({ maxLength: 20_000 })),
    /** The context as a person edited it, in place of what the source would give. */
    context: Type.Optional(Type.String({ minLength: 1, maxLength: 500_000 })),
    fromTerminal: Type.Optional(TerminalRef),
    fromSession: Type.Optional(AnySession),
    forkSessionId: Type.Optional(AnySession),
    resumeSessionId: Type.Optional(AnySession),
    contextChars: Type.Optional(ContextChars),
    placement: Type.Optional(Placement),
    /** The workspace session that the terminal is bound to. */
    session: Type.Optional(Type.String({ maxLength: 128 })),
    cols: Type.Optional(Type.Integer({ minimum: 2, maximum: 1000 })),
    rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  },
  strict,
);
export type RunRequest = Static<typeof RunRequest>;

export const RunAnswer = Type.Object({
  terminal: Terminal,
  agentSessionId: Nullable(Type.String()),
  argv: Type.Array(Type.String()),
});
export type RunAnswer = Static<typeof RunAnswer>;

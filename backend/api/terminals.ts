import { type Static, Type } from "typebox";
import { AGENT_ID } from "./agent-limits.ts";
import { Nullable, strict } from "./shapes.ts";

export const TerminalParams = Type.Object({ id: Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9-]{0,63}$" }) });

const Cols = Type.Integer({ minimum: 2, maximum: 1000 });
const Rows = Type.Integer({ minimum: 1, maximum: 1000 });

/** `lost`: the terminal host ended without a word, and its programs with it. */
export const TerminalState = Type.Union([Type.Literal("running"), Type.Literal("exited"), Type.Literal("lost")]);
export type TerminalState = Static<typeof TerminalState>;

/**
 * A terminal of the host. `agent` is null for a plain command. `agentSessionId` is provisional until the agent's own
 * store has it (`agentSessionKnown`). `session` is the workspace session it is bound to. Times are ISO 8601, UTC.
 */
export const Terminal = Type.Object({
  id: Type.String(),
  pid: Type.Integer(),
  argv: Type.Array(Type.String()),
  agent: Nullable(Type.String()),
  agentSessionId: Nullable(Type.String()),
  agentSessionKnown: Type.Boolean(),
  cwd: Type.String(),
  title: Type.String(),
  state: TerminalState,
  exitCode: Nullable(Type.Integer()),
  signal: Nullable(Type.String()),
  session: Nullable(Type.String()),
  cols: Type.Integer(),
  rows: Type.Integer(),
  startedAt: Type.String(),
  endedAt: Nullable(Type.String()),
});
export type Terminal = Static<typeof Terminal>;
export const Terminals = Type.Array(Terminal);

/** Exactly one of `agent` (a configured agent's id, opened bare) and `command` (an argument list). */
export const NewTerminal = Type.Object(
  {
    agent: Type.Optional(Type.String({ pattern: AGENT_ID })),
    command: Type.Optional(Type.Array(Type.String({ maxLength: 131_072 }), { minItems: 1, maxItems: 256 })),
    cwd: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
    cols: Cols,
    rows: Rows,
    env: Type.Optional(
      Type.Record(Type.String({ pattern: "^[A-Za-z_][A-Za-z0-9_]*$" }), Type.String({ maxLength: 32_768 }), strict),
    ),
    title: Type.Optional(Type.String({ maxLength: 200 })),
    session: Type.Optional(Type.String({ maxLength: 128 })),
  },
  strict,
);
export type NewTerminal = Static<typeof NewTerminal>;

/** Where a transcript came from, the best first: the agent's own store, the rows as they were drawn, the replayed ring, the screen. */
export const TranscriptSource = Type.Union([
  Type.Literal("store"),
  Type.Literal("ledger"),
  Type.Literal("replay"),
  Type.Literal("screen"),
]);
export type TranscriptSource = Static<typeof TranscriptSource>;
export const TranscriptQuality = Type.Union([Type.Literal("exact"), Type.Literal("partial")]);
export type TranscriptQuality = Static<typeof TranscriptQuality>;

export const TranscriptQuery = Type.Object(
  { chars: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000 })) },
  strict,
);

/** `chars` counts UTF-16 units of `text`; `droppedRows` were cut at the old end; `redactions` counts secrets taken out. */
export const TerminalTranscript = Type.Object({
  text: Type.String(),
  source: TranscriptSource,
  quality: TranscriptQuality,
  rows: Type.Integer(),
  chars: Type.Integer(),
  droppedRows: Type.Integer(),
  redactions: Type.Integer(),
  startsMidStream: Type.Boolean(),
  agent: Nullable(Type.String()),
  agentSessionId: Nullable(Type.String()),
});
export type TerminalTranscript = Static<typeof TerminalTranscript>;

/** The current screen as text. */
export const TerminalScreen = Type.Object({ text: Type.String(), cols: Cols, rows: Rows });
export type TerminalScreen = Static<typeof TerminalScreen>;

/**
 * Text frames of a page attached to a terminal; a binary frame is input too. `ack` counts all bytes of binary frames
 * that were shown so far. `focus` makes this page's last size the terminal's. `paste` is put in brackets where the program wants them.
 */
export const AttachClientFrame = Type.Union([
  Type.Object({ type: Type.Literal("input"), data: Type.String({ maxLength: 1_048_576 }) }, strict),
  Type.Object({ type: Type.Literal("paste"), text: Type.String({ maxLength: 1_048_576 }) }, strict),
  Type.Object({ type: Type.Literal("resize"), cols: Cols, rows: Rows }, strict),
  Type.Object({ type: Type.Literal("focus") }, strict),
  Type.Object({ type: Type.Literal("ack"), bytes: Type.Integer({ minimum: 0 }) }, strict),
]);
export type AttachClientFrame = Static<typeof AttachClientFrame>;

/**
 * Text frames to an attached page; output comes in binary frames. `snapshot`: clear what is shown; the next binary frame
 * draws the screen as it is, and the stream goes on from exactly there. `size`: the terminal's size, `own` when it is this page's.
 * `unread`: the program has not read what it was sent before, so this page's last input, so many bytes, was not given to it.
 */
export const AttachServerFrame = Type.Union([
  Type.Object({
    type: Type.Literal("snapshot"),
    cols: Cols,
    rows: Rows,
    reason: Type.Union([Type.Literal("attached"), Type.Literal("behind")]),
  }),
  Type.Object({ type: Type.Literal("size"), cols: Cols, rows: Rows, own: Type.Boolean() }),
  Type.Object({ type: Type.Literal("title"), title: Type.String() }),
  Type.Object({ type: Type.Literal("unread"), bytes: Type.Integer({ minimum: 1 }) }),
  Type.Object({ type: Type.Literal("exit"), exitCode: Nullable(Type.Integer()), signal: Nullable(Type.String()) }),
  Type.Object({ type: Type.Literal("lost"), detail: Type.String() }),
]);
export type AttachServerFrame = Static<typeof AttachServerFrame>;

import { CONTEXT_CHARS, type Context, type ContextRequest } from "../../api/agents.ts";
import type { Terminal, TerminalTranscript } from "../../api/terminals.ts";
import { problem } from "../http/problem.ts";
import type { Sessions } from "../sessions/index.ts";
import type { TerminalService } from "../terminals/index.ts";
import type { ConversationSource } from "./conversation-source.ts";
import type { HandedSession } from "./handoff-prompt.ts";
import { budgetOf } from "./keep-newest.ts";
import { presets } from "./presets.ts";
import { renderDocuments } from "./render-documents.ts";
import { type Redact, type Rendered, renderTurns } from "./render-turns.ts";
import type { SessionIdentity } from "./session-identity.ts";

/** What is handed over, and all that the launch has to know of where it comes from. */
export interface Material extends Context {
  /** Whose work it was, for a person. */
  label: string;
  /** The folder the work was in. */
  cwd: string | null;
  /** How wide it was drawn, where it is what a terminal showed. */
  drawnCols?: number;
  session?: HandedSession | undefined;
}

interface Options {
  terminals: Pick<TerminalService, "get" | "transcript">;
  sessions: Pick<Sessions, "show" | "tht" | "workspace">;
  source: ConversationSource;
  identity: Pick<SessionIdentity, "conversationOf">;
  labelOf(agent: string): Promise<string>;
  redact: Redact;
  redactDrawn: RedactDrawn;
}

/** Knows that a secret may be divided at the right edge of `cols`; where that isn't given, wherever an edge may have been. */
export type RedactDrawn = (text: string, cols?: number) => { text: string; count: number };

export interface Handover {
  /** `terminal-empty`, `session-gone`, `session-not-found`, `ambiguous-session`, `terminal-not-found`. */
  gather(request: ContextRequest): Promise<Material>;
  /** What the agent's own store has of a terminal's conversation; null while it is not surely that. */
  storeTranscript(
    terminal: Terminal,
    options: { chars?: number | undefined; redact?: boolean | undefined },
  ): Promise<TerminalTranscript | null>;
  /** A text that a person edited, without secrets; `drawnCols` as the {@link Material} has it that it was made of. */
  edited(text: string, drawnCols?: number): Pick<Context, "context" | "chars" | "bytes" | "redactions">;
}

export function createHandover(options: Options): Handover {
  const { terminals, sessions, source, identity, labelOf } = options;
  const redactUnless = (redact: boolean | undefined): Redact =>
    redact === false ? (text) => ({ text, count: 0 }) : options.redact;

  /** A title is often what was said first. */
  function nameOf(label: string, title: string | null): string {
    return title === null || title.trim() === "" ? label : `${label}, "${options.redact(title.trim()).text}"`;
  }

  async function storeTranscript(
    terminal: Terminal,
    { chars = Number.POSITIVE_INFINITY, redact }: { chars?: number | undefined; redact?: boolean | undefined },
  ): Promise<TerminalTranscript | null> {
    const found = await identity.conversationOf(terminal);
    const reading = found?.store.read(found.stored);
    if (!reading) return null;
    const { text, dropped, redactions } = renderTurns(reading.turns, {
      touchedFiles: reading.touchedFiles ?? [],
      budget: budgetOf(chars),
      redact: redactUnless(redact),
    });
    if (text === "") return null;
    return {
      text,
      source: "store",
      quality: "exact",
      rows: text.split("\n").length,
      chars: text.length,
      droppedRows: dropped,
      redactions,
      startsMidStream: false,
      agent: terminal.agent,
      agentSessionId: terminal.agentSessionId,
    };
  }

  async function fromTerminal(id: string, chars: number, redact: boolean | undefined): Promise<Material> {
    const terminal = await terminals.get(id);
    const { bytes } = budgetOf(chars);
    const { text, ...found } =
      (await storeTranscript(terminal, { chars, redact })) ??
      (await terminals.transcript(id, { chars, bytes, ...(redact === undefined ? {} : { redact }) }));
    if (text.trim() === "")
      throw problem(
        "terminal-empty",
        "Nothing was said or shown in that terminal yet, so there is nothing to hand over.",
        "Start the agent with a prompt of its own instead.",
      );
    const label = terminal.agent === null ? "a terminal" : await labelOf(terminal.agent);
    return {
      ...measured(text),
      source: found.source,
      quality: found.quality,
      droppedRows: found.droppedRows,
      redactions: found.redactions,
      label: nameOf(label, terminal.title === label ? null : terminal.title),
      cwd: terminal.cwd,
      ...(found.source === "store" ? {} : { drawnCols: terminal.cols }),
    };
  }

  async function fromAgent(text: string, ref: Awaited<ReturnType<ConversationSource["resolve"]>>, wish: Wish) {
    const { head, turns, touchedFiles } = await source.conversation(ref);
    const rendered = renderTurns(turns, { touchedFiles, ...wish });
    if (rendered.text === "")
      throw problem(
        "session-gone",
        `${text} holds nothing that was said, so there is nothing to hand over.`,
        "Choose another session.",
      );
    const label = presets[ref.agent]?.config.label ?? ref.agent;
    return { ...material(rendered, "store"), label: nameOf(label, head.title), cwd: head.project };
  }

  async function fromWorkspace(id: string, wish: Wish): Promise<Material> {
    const session = await sessions.show(id);
    const documents = await sessions.tht.documents(id, { all: true });
    return {
      ...material(renderDocuments(session, documents, wish), "documents"),
      label: nameOf(`session ${id}`, session.name ?? session.question ?? null),
      cwd: null,
      session: {
        id,
        gate: session.phase?.next === "gate",
        readOnly: !session.resumable,
        tht: sessions.tht.argv,
        skill: sessions.workspace().skill,
      },
    };
  }

  return {
    async gather({ fromTerminal: terminal, fromSession, contextChars: chars = CONTEXT_CHARS.default, redact }) {
      if (terminal !== undefined) return fromTerminal(terminal, chars, redact);
      if (fromSession === undefined)
        throw problem("invalid-request", "Nothing was named to continue from.", "Give fromTerminal or fromSession.");
      const ref = await source.resolve(fromSession);
      const wish = { budget: budgetOf(chars), redact: redactUnless(redact) };
      return ref.agent === "thoth" ? fromWorkspace(ref.sessionId, wish) : fromAgent(fromSession, ref, wish);
    },
    storeTranscript,
    edited(text, drawnCols) {
      const { text: context, count } = options.redactDrawn(text, drawnCols);
      return { ...measured(context), redactions: count };
    },
  };
}

interface Wish {
  budget: { chars: number; bytes: number };
  redact: Redact;
}

function material({ text, dropped, redactions }: Rendered, source: Context["source"]) {
  return { ...measured(text), source, quality: "exact" as const, droppedRows: dropped, redactions };
}

function measured(context: string) {
  return { context, chars: context.length, bytes: Buffer.byteLength(context) };
}

import type { ProblemCode } from "../../../api/problem.ts";
import type { AttachClientFrame, AttachServerFrame, Terminal, TerminalScreen } from "../../../api/terminals.ts";
import type { Transcript, TranscriptOptions } from "../emulator/index.ts";
import type { TerminalSpec } from "../types.ts";

/**
 * What server and host say to each other over the host's socket; docs/terminals.md has it in words. A host outlives
 * servers, also newer ones: raise this number with any change that the other side would misread, and keep what a host of
 * the number before needs.
 */
export const PROTOCOL = 1;

export const speaks = (protocol: number) => protocol === PROTOCOL || protocol === PROTOCOL - 1;

/** The host's first word on every connection. */
export interface Hello {
  type: "hello";
  protocol: number;
  version: string;
  pid: number;
}

/** `env` is the whole environment of the program. */
export type HostSpec = TerminalSpec;

export interface Requests {
  list: { in: object; out: Terminal[] };
  create: { in: { spec: HostSpec }; out: Terminal };
  end: { in: { terminal: string }; out: null };
  transcript: { in: { terminal: string; options: TranscriptOptions }; out: Transcript };
  screen: { in: { terminal: string }; out: TerminalScreen };
  send: { in: { terminal: string; text: string; as: "type" | "paste" }; out: null };
  identify: { in: { terminal: string; agentSessionId: string; known: boolean }; out: null };
  /** `stream` is a number of the client's choice that no open stream of its connection has. */
  attach: { in: { terminal: string; stream: number }; out: null };
  detach: { in: { stream: number }; out: null };
  /** Ends every terminal, then the host. */
  stop: { in: object; out: null };
}
export type Op = keyof Requests;

export type ClientMessage =
  | { type: "hello"; protocol: number }
  | { [O in Op]: { type: "request"; id: number; op: O } & Requests[O]["in"] }[Op]
  /** What a page sends, but for its binary frames: those are data. */
  | { type: "stream"; stream: number; frame: AttachClientFrame };

export interface Failure {
  code: ProblemCode;
  detail: string;
  hint?: string;
}

export type HostMessage =
  | Hello
  | { type: "answer"; id: number; value: unknown }
  | { type: "refusal"; id: number; failure: Failure; closing?: true }
  | { type: "terminals"; changed: Terminal[]; gone: string[] }
  | { type: "stream"; stream: number; frame: AttachServerFrame }
  /** The terminal was closed; the stream is no more. */
  | { type: "closed"; stream: number };

import type { Terminal, TerminalScreen, TerminalTranscript } from "../../api/terminals.ts";

/** What to run in a new terminal; everything checked and resolved. */
export interface TerminalSpec {
  argv: readonly string[];
  cwd: string;
  cols: number;
  rows: number;
  title: string;
  /** Added to the user's own environment, cleaned as `docs/terminals.md` says. */
  env: Readonly<Record<string, string>>;
  /** A configured agent's id; null for a plain command. */
  agent: string | null;
  agentSessionId: string | null;
  /** The workspace session it is bound to. */
  session: string | null;
  /**
   * `paste`: pasted once the program has its input open (in brackets where it asks for them), or is quiet, and entered with
   * the return key. `stdin`: its standard input up to the end; what it writes goes to the terminal all the same.
   */
  firstInput?: { text: string; as: "paste" | "stdin" };
}

/** The terminals of the host, as the server sees them. Unknown ids: `terminal-not-found`. */
export interface TerminalService {
  create(spec: TerminalSpec): Promise<Terminal>;
  list(): Promise<Terminal[]>;
  get(id: string): Promise<Terminal>;
  /** Ends the whole process tree, then forgets the terminal. */
  end(id: string): Promise<void>;
  /** What was shown, from the host: ledger, replay or screen. `source: "store"` is added by whoever knows the agent. */
  transcript(id: string, options: { chars?: number; bytes?: number; redact?: boolean }): Promise<TerminalTranscript>;
  screen(id: string): Promise<TerminalScreen>;
  /** Types text, or pastes it. */
  send(id: string, text: string, as: "type" | "paste"): Promise<void>;
  /** The agent's own id of its conversation, once it is known, or known to be its store's. */
  identify(id: string, agentSessionId: string, known: boolean): Promise<void>;
  /** The running terminal bound to a workspace session, if any. */
  boundTo(session: string): Terminal | null;
  /** Hears of terminals that came, changed or went. Answers how to stop. */
  onChange(listener: (ids: string[]) => void): () => void;
}

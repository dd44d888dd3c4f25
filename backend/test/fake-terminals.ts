import { type ChildProcess, spawn } from "node:child_process";
import type { Terminal } from "../api/terminals.ts";
import { problem } from "../src/http/problem.ts";
import type { TerminalService, TerminalSpec } from "../src/terminals/index.ts";

interface Running {
  terminal: Terminal;
  spec: TerminalSpec;
  output: string;
  child: ChildProcess | null;
}

export interface FakeTerminals extends TerminalService {
  /** How each terminal was made, in order. */
  readonly specs: TerminalSpec[];
  /** One that runs nothing: what it showed is what the test says. */
  show(terminal: Partial<Terminal>, output: string): Terminal;
  /** Changes what is known of one. */
  change(id: string, change: Partial<Terminal>): void;
  /** When its program has ended, all it wrote. */
  output(id: string): Promise<string>;
  close(): Promise<void>;
}

/** Terminals without a screen: programs run on pipes, and a transcript is all they wrote. */
export function createFakeTerminals(env: NodeJS.ProcessEnv): FakeTerminals {
  const all = new Map<string, Running>();
  const specs: TerminalSpec[] = [];
  const listeners = new Set<(ids: string[]) => void>();
  const ended = new Map<string, Promise<void>>();

  function find(id: string): Running {
    const found = all.get(id);
    if (!found) throw problem("terminal-not-found", `There is no terminal ${id}.`);
    return found;
  }

  function add(terminal: Partial<Terminal>, spec: TerminalSpec): Running {
    const entry: Running = {
      terminal: {
        id: `t-${all.size + 1}`,
        pid: 0,
        argv: [...spec.argv],
        agent: spec.agent,
        agentSessionId: spec.agentSessionId,
        agentSessionKnown: false,
        cwd: spec.cwd,
        title: spec.title,
        state: "running",
        exitCode: null,
        signal: null,
        session: spec.session,
        cols: spec.cols,
        rows: spec.rows,
        startedAt: new Date().toISOString(),
        endedAt: null,
        ...terminal,
      },
      spec,
      output: "",
      child: null,
    };
    all.set(entry.terminal.id, entry);
    return entry;
  }

  function change(id: string, changes: Partial<Terminal>): void {
    const entry = find(id);
    entry.terminal = { ...entry.terminal, ...changes };
    for (const listener of listeners) listener([id]);
  }

  return {
    specs,
    show(terminal, output) {
      const spec = { argv: ["x"], cwd: "/", cols: 80, rows: 24, title: "x", env: {}, agent: null };
      const entry = add(terminal, { ...spec, agentSessionId: null, session: null });
      entry.output = output;
      return entry.terminal;
    },
    change,
    async output(id) {
      await ended.get(id);
      return find(id).output;
    },
    async close() {
      for (const { child } of all.values()) child?.kill("SIGKILL");
      await Promise.all(ended.values());
    },
    async create(spec) {
      specs.push(spec);
      const [program = "", ...args] = spec.argv;
      const child = spawn(program, args, { cwd: spec.cwd, env: { ...env, ...spec.env, THT_AGENT: "1" } });
      const entry = add({ pid: child.pid ?? 0 }, spec);
      const { id } = entry.terminal;
      entry.child = child;
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (chunk: string) => {
          entry.output += chunk;
        });
      child.stdin.on("error", () => {});
      child.stdin.end(spec.firstInput?.as === "stdin" ? spec.firstInput.text : "");
      ended.set(
        id,
        new Promise((resolve) => {
          child.once("close", (exitCode, signal) => {
            if (all.has(id)) change(id, { state: "exited", exitCode, signal, endedAt: new Date().toISOString() });
            resolve();
          });
        }),
      );
      return entry.terminal;
    },
    list: async () => [...all.values()].map(({ terminal }) => terminal),
    get: async (id) => find(id).terminal,
    async end(id) {
      find(id).child?.kill("SIGKILL");
      all.delete(id);
    },
    async transcript(id, { chars = Number.POSITIVE_INFINITY }) {
      const { output, terminal } = find(id);
      const text = output.slice(-chars);
      return {
        text,
        source: "ledger",
        quality: "exact",
        rows: text.split("\n").length,
        chars: text.length,
        droppedRows: text.length < output.length ? 7 : 0,
        redactions: 0,
        startsMidStream: false,
        agent: terminal.agent,
        agentSessionId: terminal.agentSessionId,
      };
    },
    async screen(id) {
      const { output, spec } = find(id);
      return { text: output, cols: spec.cols, rows: spec.rows };
    },
    async send() {},
    async identify(id, agentSessionId, agentSessionKnown) {
      change(id, { agentSessionId, agentSessionKnown });
    },
    boundTo: () => null,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

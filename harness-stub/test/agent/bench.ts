import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDemoDwh } from "../../demo/dwh.ts";
import type { Message } from "../../offline-model/conversation.ts";
import { startModelServer } from "../../offline-model/model-server.ts";
import { type Move, next, type Tool } from "../../offline-model/next.ts";
import { type OpenGate, PiHost } from "./pi-host.ts";

const thtProgram = fileURLToPath(new URL("../../bin/tht.js", import.meta.url));

interface Shown {
  status: string;
  phase: { code: string; next: string; complete: boolean; decisions: number };
}

/** A workspace with the sample warehouse, a model server, and the real Pi and `tht` to work with. */
export interface Bench {
  tht: (...args: string[]) => unknown;
  newSession: (question: string) => string;
  show: (id: string) => Shown;
  ledger: (id: string) => Record<string, unknown>[];
  folder: (id: string) => string;
  document: (id: string, key: string) => string;
  start: (id: string, env?: Record<string, string | undefined>) => PiHost;
  /** Records a decision as the server does, then tells Pi. */
  decide: (pi: PiHost, gate: OpenGate, verdict: { decision: string; note?: string; to?: string }) => void;
  /** Answers every gate with approval until one of phase `until`, or the end. */
  approveUntil: (pi: PiHost, until: string | null) => Promise<OpenGate | null>;
  /** The same from the gate with index `seen` on, which may be open already. */
  approveUntilFrom: (pi: PiHost, seen: number, until: string | null) => Promise<OpenGate | null>;
  /** Requests the model got. */
  requests: { messages: Message[]; tools: Tool[] }[];
  close: () => Promise<void>;
}

/** `script` may answer in place of the offline model; null lets the model answer. */
export async function openBench(
  script: (messages: readonly Message[], turn: number) => Move | null = () => null,
): Promise<Bench> {
  const root = mkdtempSync(join(tmpdir(), "agent-bench-"));
  createDemoDwh(join(root, "dwh.sqlite"));
  writeFileSync(
    join(root, "workspace.yaml"),
    "name: bench\nauthor: anna\ndwh:\n  engine: sqlite\n  path: dwh.sqlite\n",
  );
  const requests: Bench["requests"] = [];
  const model = await startModelServer({
    port: 0,
    key: "bench",
    paceMs: 0,
    model: (messages, tools) => {
      requests.push({ messages: [...messages], tools: [...tools] });
      return script(messages, requests.length) ?? next(messages, tools);
    },
  });
  const command = [process.execPath, thtProgram, "--workspace", root];
  const running: PiHost[] = [];
  const run = (args: string[]): string => {
    const [program = "", ...leading] = command;
    return execFileSync(program, [...leading, ...args], { encoding: "utf8" });
  };
  const bench: Bench = {
    tht: (...args) => JSON.parse(run([...args, "--json"])),
    newSession: (question) => (bench.tht("session", "new", "--question", question) as { id: string }).id,
    show: (id) => bench.tht("session", "show", id) as Shown,
    ledger: (id) => readLedger(join(root, "sessions", id, "review_decisions.jsonl")),
    folder: (id) => join(root, "sessions", id),
    document: (id, key) =>
      (bench.tht("session", "documents", id, "--key", key) as { content: string }[])[0]?.content ?? "",
    start(id, env) {
      const home = join(root, "pi", `${running.length}`);
      const options = {
        model: { url: model.url, key: "bench" },
        tht: command,
        session: id,
        sessionFolder: bench.folder(id),
      };
      const pi = new PiHost({ ...options, home, env });
      running.push(pi);
      return pi;
    },
    decide(pi, gate, { decision, note, to }) {
      const extra = [...(note ? [`--note=${note}`] : []), ...(to ? [`--to=${to}`] : [])];
      bench.tht(
        "session",
        "decide",
        gate.session,
        `--phase=${gate.phase}`,
        `--decision=${decision}`,
        `--key=${gate.requestId}`,
        "--by=anna",
        ...extra,
      );
      pi.answer(gate, { decision, ...(note ? { note } : {}), ...(to ? { to } : {}), recorded: true });
    },
    approveUntil: (pi, until) => bench.approveUntilFrom(pi, pi.gates.length, until),
    async approveUntilFrom(pi, from, until) {
      const ends = pi.recordsOf("agent_settled").length;
      for (let seen = from; ; seen++) {
        const reached = await pi.waitFor(
          "a gate or the end",
          () => pi.gates[seen] ?? pi.recordsOf("agent_settled")[ends],
        );
        if (!("requestId" in reached)) return null;
        const gate = reached as OpenGate;
        if (gate.phase === until) return gate;
        bench.decide(pi, gate, { decision: "approve" });
      }
    },
    requests,
    async close() {
      for (const pi of running) await pi.kill();
      await model.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
  return bench;
}

function readLedger(path: string): Record<string, unknown>[] {
  try {
    return readFileSync(path, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

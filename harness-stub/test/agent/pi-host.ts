import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { fileURLToPath } from "node:url";
import type { GateRequest } from "../../extensions/gate-request.ts";

const harness = fileURLToPath(new URL("../..", import.meta.url));
const piProgram = fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent/rpc-entry"));

export interface OpenGate extends GateRequest {
  requestId: string;
}

/** A line of Pi's output. */
export interface PiRecord {
  type: string;
  [member: string]: unknown;
}

export interface PiHostOptions {
  /** Address and key of the model server. */
  model: { url: string; key: string };
  tht: readonly string[];
  session: string;
  sessionFolder: string;
  /** A folder of its own for this Pi's configuration. */
  home: string;
  /** Variables that replace or (undefined) remove the usual ones. */
  env?: Record<string, string | undefined>;
}

/** The real Pi in RPC mode, set up as the server sets it up, with as little around it as a test needs. */
export class PiHost {
  readonly records: PiRecord[] = [];
  readonly gates: OpenGate[] = [];
  readonly exited: Promise<number | null>;
  stderr = "";
  #child: ChildProcessWithoutNullStreams;
  #waiting = new Set<() => void>();

  constructor(options: PiHostOptions) {
    writeModels(options);
    this.#child = spawn(process.execPath, [piProgram, ...piArguments(options)], {
      cwd: options.sessionFolder,
      env: environment(options),
      stdio: "pipe",
    });
    const decoder = new StringDecoder("utf8");
    let rest = "";
    this.#child.stdout.on("data", (chunk: Buffer) => {
      const lines = (rest + decoder.write(chunk)).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(JSON.parse(line) as PiRecord);
    });
    this.#child.stderr.on("data", (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString()).slice(-10_000);
    });
    this.#child.stdin.on("error", () => {});
    this.exited = new Promise((resolve) => {
      this.#child.on("close", (code) => {
        resolve(code);
        this.#take({ type: "closed", code });
      });
    });
  }

  send(command: object): void {
    this.#child.stdin.write(`${JSON.stringify(command)}\n`);
  }

  prompt(message: string): void {
    this.send({ type: "prompt", message });
  }

  /** Answers a gate with any value; an object is sent as JSON. */
  answer(gate: OpenGate, value: unknown): void {
    this.send({
      type: "extension_ui_response",
      id: gate.requestId,
      ...(value === null ? { cancelled: true } : { value: typeof value === "string" ? value : JSON.stringify(value) }),
    });
  }

  /** The gate after the `count` gates already seen. */
  async gate(count: number): Promise<OpenGate> {
    return this.waitFor(`gate ${count + 1}`, () => this.gates[count]);
  }

  /** The end of the run after the `count` ends already seen. */
  async settled(count = 0): Promise<PiRecord> {
    return this.waitFor("the end of the run", () => this.recordsOf("agent_settled")[count]);
  }

  recordsOf(type: string): PiRecord[] {
    return this.records.filter((record) => record.type === type);
  }

  /** Tool calls as short texts, in order. */
  calls(): string[] {
    return this.recordsOf("tool_execution_start").map((record) => {
      const args = record.args as { args?: string[]; phase?: string; path?: string };
      return [record.toolName, ...(args.args ?? [args.phase ?? args.path?.split("/").at(-1) ?? ""])].join(" ");
    });
  }

  /** Results of tool calls, in order. */
  results(): { tool: string; error: boolean; text: string }[] {
    return this.recordsOf("tool_execution_end").map((record) => ({
      tool: String(record.toolName),
      error: record.isError === true,
      text: (record.result as { content: { text?: string }[] }).content.map((part) => part.text ?? "").join(""),
    }));
  }

  /** What the model said, in order. */
  said(): string[] {
    return this.recordsOf("message_end").flatMap((record) => {
      const message = record.message as { role: string; content: { type: string; text?: string }[] };
      if (message.role !== "assistant") return [];
      return message.content.flatMap((part) => (part.type === "text" && part.text ? [part.text] : []));
    });
  }

  async waitFor<T>(what: string, found: () => T | undefined, ms = 60_000): Promise<T> {
    const deadline = Date.now() + ms;
    for (;;) {
      const value = found();
      if (value !== undefined) return value;
      const left = deadline - Date.now();
      const closed = this.records.at(-1)?.type === "closed";
      if (left <= 0 || closed) {
        throw new Error(
          `${closed ? "Pi ended" : "timed out"} waiting for ${what}\n${this.stderr}\n${this.calls().join("\n")}\n${this.said().at(-1)}`,
        );
      }
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          this.#waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, left);
        this.#waiting.add(wake);
      });
    }
  }

  kill(): Promise<number | null> {
    this.#child.kill("SIGKILL");
    return this.exited;
  }

  close(): Promise<number | null> {
    this.#child.stdin.end();
    return this.exited;
  }

  #take(record: PiRecord): void {
    this.records.push(record);
    if (record.type === "extension_ui_request" && record.method === "select") {
      this.gates.push({ ...(JSON.parse(String(record.title)) as GateRequest), requestId: String(record.id) });
    }
    for (const wake of [...this.#waiting]) wake();
  }
}

function writeModels({ home, model }: PiHostOptions): void {
  mkdirSync(join(home, "tmp"), { recursive: true });
  const offline = {
    name: "Offline",
    baseUrl: model.url,
    api: "openai-completions",
    apiKey: model.key,
    models: [
      {
        id: "offline-1",
        name: "Offline",
        reasoning: false,
        input: ["text"],
        contextWindow: 1_000_000,
        maxTokens: 32_768,
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      },
    ],
  };
  writeFileSync(join(home, "models.json"), JSON.stringify({ providers: { offline } }));
}

function piArguments({ session, home }: PiHostOptions): string[] {
  return [
    ..."-ne -np -ns -nc --no-mcp --no-approve --offline --tools read,tht,gate --model offline/offline-1".split(" "),
    "-e",
    join(harness, "extensions/gate.ts"),
    "--prompt-template",
    join(harness, "prompts"),
    "--skill",
    join(harness, "skill"),
    "--session-dir",
    join(home, "sessions"),
    "--system-prompt",
    "You are the analyst of ThothII.",
    "--append-system-prompt",
    `This process works on ThothII session \`${session}\` only.`,
  ];
}

function environment({ tht, session, sessionFolder, home, env = {} }: PiHostOptions): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    TMPDIR: process.env.TMPDIR ?? "/tmp",
    PI_CODING_AGENT_DIR: home,
    PI_OFFLINE: "1",
    PI_SKIP_VERSION_CHECK: "1",
    PI_TELEMETRY: "0",
    THT_AGENT: "1",
    THOTH_THT: JSON.stringify(tht),
    THOTH_SESSION: session,
    THOTH_READ: JSON.stringify([join(harness, "skill"), sessionFolder]),
    ...env,
  };
}

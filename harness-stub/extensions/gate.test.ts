import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { beforeEach, expect, it, vi } from "vitest";
import { temporaryFolder } from "../test/tht.ts";
import thoth from "./gate.ts";

type Verdict = { block?: boolean; terminate?: boolean; reason?: string } | undefined;
type OnToolCall = (event: { toolName: string; input: Record<string, unknown> }, ctx: object) => Verdict;

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, "sessions", "s-1"), { recursive: true });
  writeFileSync(join(folder, "sessions", "s-1", "question.md"), "ciao");
  writeFileSync(join(folder, "secret"), "no");
  vi.stubEnv("THOTH_SESSION", "s-1");
  vi.stubEnv("THOTH_THT", JSON.stringify(["/no/such/tht"]));
  vi.stubEnv("THOTH_READ", JSON.stringify([join(folder, "sessions", "s-1")]));
  return () => vi.unstubAllEnvs();
});

/** Loads the extension as Pi does; what it registered, and its say about a call. */
function load() {
  const tools: string[] = [];
  const handlers = new Map<string, unknown>();
  const host = {
    registerTool: ({ name }: { name: string }) => tools.push(name),
    on: (event: string, handler: unknown) => handlers.set(event, handler),
  };
  thoth(host as unknown as ExtensionAPI);
  const notify = vi.fn();
  const abort = vi.fn();
  const ctx = { cwd: join(folder, "sessions", "s-1"), ui: { notify }, abort };
  const call = (toolName: string, input = {}) => (handlers.get("tool_call") as OnToolCall)({ toolName, input }, ctx);
  return { tools, call, notify, abort, speak: handlers.get("input") as () => void };
}

it.each(["bash", "write", "edit", "grep", "ls", "find", "mcp__x", "Tht", "thtx", "", "constructor"])(
  "whatever tool Pi may have besides, %j is refused",
  (name) => {
    expect(load().call(name, { command: "id", path: "question.md" })).toMatchObject({ block: true });
  },
);

it("registers its own two tools and lets those pass, and reading where it may", () => {
  const { tools, call } = load();
  expect(tools).toEqual(["tht", "gate"]);
  expect(["tht", "gate"].map((name) => call(name))).toEqual([undefined, undefined]);
  expect(call("read", { path: "question.md" })).toBeUndefined();
  for (const path of ["../../secret", "/etc/passwd", undefined, 1, ["question.md", "/etc/passwd"], "none.md"]) {
    expect([path, call("read", { path })?.block]).toEqual([path, true]);
  }
});

it("stops a run at its 61st call, once, and lets it go on when a person speaks", () => {
  const { call, notify, abort, speak } = load();
  const calls = Array.from({ length: 63 }, () => call("tht"));
  expect(calls.map((verdict) => verdict?.block === true).indexOf(true)).toBe(60);
  expect(calls.at(-1)).toMatchObject({ block: true, terminate: true });
  expect([notify.mock.calls.length, abort.mock.calls.length]).toEqual([1, 1]);
  speak();
  expect(call("tht")).toBeUndefined();
});

it.each(["THOTH_SESSION", "THOTH_THT", "THOTH_READ"])("fails to load without %s", (name) => {
  vi.stubEnv(name, undefined);
  expect(load).toThrow(name);
});

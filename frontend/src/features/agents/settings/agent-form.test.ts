import { expect, test } from "vitest";
import { agentOf } from "../../../testing/terminals.ts";
import { configOf, emptyForm, formFaults, formOf, sameForm } from "./agent-form.ts";

const agent = agentOf("claude", {
  args: ["--model", "a model"],
  resumeArgs: ["--resume", "{sessionId}"],
  env: { CLAUDE_CONFIG_DIR: "/home/m/altro", A: "b=c" },
});

test("what is not touched is sent back as it came", () => {
  const { id, preset, edited, installed, install, verified, canResume, canFork, ...config } = agent;
  expect(configOf(formOf(agent))).toEqual(config);
  expect(sameForm(formOf(agent), formOf(agent))).toBe(true);
});

test("arguments are one a line: blanks are their own, empty lines and the ends of Windows' lines are not", () => {
  const { args } = configOf({ ...formOf(agent), args: "--a\r\n\n  b c \n--d=\n" });
  expect(args).toEqual(["--a", "  b c ", "--d="]);
});

test("a variable's value is all after the first sign, empty too", () => {
  expect(configOf({ ...formOf(agent), env: "A=b=c\n_B1=\n" }).env).toEqual({ A: "b=c", _B1: "" });
});

test.each([
  ["id", { id: "Mio Agente" }, "id"],
  ["id", { id: "1a" }, "id"],
  ["id", { id: "a".repeat(65) }, "id"],
  ["id", { id: "codex" }, "taken"],
  ["label", { label: "  " }, "required"],
  ["command", { command: "" }, "required"],
  ["env", { env: "A" }, "env"],
  ["env", { env: "1A=b" }, "env"],
  ["env", { env: "A B=c" }, "env"],
] as const)("%s: %o is a fault", (field, part, fault) => {
  expect(formFaults({ ...formOf(agent), id: "mio", ...part }, ["codex"])).toEqual({ [field]: fault });
});

test("a new one needs an id, a name and a command", () => {
  expect(formFaults(emptyForm)).toEqual({ id: "id", label: "required", command: "required" });
  expect(formFaults({ ...emptyForm, id: "mio-agente2", label: "Mio", command: "/opt/x" })).toEqual({});
});

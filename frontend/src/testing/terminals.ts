import type { Agent } from "@thothii/backend/api/agents";
import type { Terminal } from "@thothii/backend/api/terminals";

/** A running shell unless told otherwise. */
export function terminalOf(id: string, change: Partial<Terminal> = {}): Terminal {
  return {
    id,
    pid: 4242,
    argv: ["/bin/sh"],
    agent: null,
    agentSessionId: null,
    agentSessionKnown: false,
    cwd: "/home/m/workspace",
    title: `Titolo ${id}`,
    state: "running",
    exitCode: null,
    signal: null,
    session: null,
    cols: 100,
    rows: 30,
    startedAt: "2026-11-30T10:00:00.000Z",
    endedAt: null,
    ...change,
  };
}

/** An installed preset that can do everything, unless told otherwise. */
export function agentOf(id: string, change: Partial<Agent> = {}): Agent {
  return {
    id,
    label: id.charAt(0).toUpperCase() + id.slice(1),
    command: id,
    args: [],
    promptTransport: "argv",
    promptArgs: [],
    resumeArgs: ["--resume"],
    forkArgs: ["--fork"],
    forkHeadlessArgs: [],
    pinSessionArgs: [],
    env: {},
    preset: true,
    edited: false,
    installed: true,
    install: null,
    verified: { how: "verified", version: "1.2.3" },
    canResume: true,
    canFork: true,
    ...change,
  };
}

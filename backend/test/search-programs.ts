import { DatabaseSync } from "node:sqlite";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "vitest";
import type { SearchAnswer } from "../api/search.ts";
import { type Ended, startThoth, thoth } from "./thoth-program.ts";

/** Where programs run, and for whom. */
export interface Place {
  cwd: string;
  env: Record<string, string>;
}

/** What `thoth sessions … --json` answered; fails where it said anything else or did not end with 0. */
export function parseAnswer({ code, stderr, stdout }: Ended): SearchAnswer {
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

export const searchWith = async (place: Place, args: readonly string[], through?: readonly string[]) =>
  parseAnswer(await startThoth(place, ["sessions", ...args, "--json"], through).ended);

/** An agent's end of `thoth mcp`. Whoever connects it closes it. */
export async function connectMcp(place: Place, args: readonly string[] = []) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [thoth, "mcp", ...args],
    stderr: "pipe",
    ...place,
  });
  let said = "";
  transport.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  return {
    pid: transport.pid as number,
    async call(name: string, given: Record<string, unknown>) {
      const { content, isError = false } = await client.callTool({ name, arguments: given });
      expect([isError, said], JSON.stringify(content)).toEqual([false, ""]);
      return (content as { text: string }[]).map(({ text }) => text).join("");
    },
    close: () => client.close(),
  };
}

/** Each hit once. */
export function expectNoDuplicates({ hits }: SearchAnswer): void {
  const keys = hits.map(({ agent, sessionId, role, seq }) => `${agent}:${sessionId}#${role === "title" ? role : seq}`);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
}

/** How many turns of agents are in an index that is sound; fails where it is not. */
export function turnsIn(file: string): number {
  const database = new DatabaseSync(file);
  try {
    expect(database.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    for (const table of ["words", "titles"])
      database.exec(`INSERT INTO ${table}(${table}, rank) VALUES ('integrity-check', 0)`);
    const one = (sql: string) => Number(database.prepare(sql).get()?.n);
    const turns = one("SELECT count(*) AS n FROM turns JOIN files f ON f.id = file WHERE f.agent <> 'thoth'");
    expect(one("SELECT count(*) AS n FROM turns LEFT JOIN texts USING (id) WHERE texts.id IS NULL")).toBe(0);
    expect(one("SELECT count(*) AS n FROM turns WHERE file NOT IN (SELECT id FROM files)")).toBe(0);
    return turns;
  } finally {
    database.close();
  }
}

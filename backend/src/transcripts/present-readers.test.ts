import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/helper.ts";
import { readers } from "./all-readers.ts";
import { loadReaders, stores } from "./present-readers.ts";

const HOME = "/home/somebody";
const project = "/home/somebody/project";

describe.each(readers.map((reader) => [reader.agent, reader] as const))("%s", (agent, reader) => {
  const { at, variables, inProject } = stores[agent as keyof typeof stores];

  test("lies nowhere but where it is looked for", () => {
    const places = [...at.map((path) => join(HOME, path)), ...(inProject ? [join(project, inProject)] : [])];
    const roots = reader.roots({ env: { HOME }, projects: [project] });
    expect(roots.filter((root) => !places.some((place) => root === place || root.startsWith(`${place}/`)))).toEqual([]);
    expect(roots.length).toBeGreaterThan(0);
  });

  test("is looked for wherever a variable puts it", () => {
    const asked = new Set<string>();
    const env = new Proxy<Record<string, string>>(
      { HOME },
      {
        get: (given, name: string) => {
          asked.add(name);
          return given[name];
        },
      },
    );
    reader.roots({ env, projects: [project] });
    reader.list({ env, projects: [project] });
    const known = new Set<string>(["HOME", "USERPROFILE", "THOTH_SESSIONS_DIR", ...variables]);
    expect([...asked].filter((name) => !known.has(name))).toEqual([]);
  });
});

test("only those that may have something are loaded, and those that had it", async () => {
  const home = await temporaryFolder();
  const folder = join(home, "project");
  const load = async (env = {}, known: string[] = []) =>
    (await loadReaders({ env: { HOME: home, ...env }, projects: [folder] }, new Set(known))).map(({ agent }) => agent);
  expect(await load()).toEqual([]);
  for (const path of [".claude/x", ".config/VSCodium/x", "project/.aider.chat.history.md"]) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), "");
  }
  expect(await load()).toEqual(["claude", "cline", "roo", "aider"]);
  expect(await load({ CODEX_HOME: "/elsewhere" }, ["gemini"])).toEqual([
    "claude",
    "codex",
    "gemini",
    "cline",
    "roo",
    "aider",
  ]);
});

import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { SearchAnswer, SearchStatus, Transcript } from "../../../api/search.ts";
import { shared, temporaryFolder } from "../../../test/helper.ts";
import { startThoth } from "../../../test/thoth-program.ts";

const execute = promisify(execFile);
const tht = fileURLToPath(new URL("../../../../harness-stub/bin/tht.js", import.meta.url));

/** `thoth` in a folder, for somebody with a home of their own. */
const thothIn = (cwd: string, home: string, args: string[], env: Record<string, string> = {}) =>
  startThoth({ cwd, env: { PATH: process.env.PATH, HOME: home, ...env } }, args).ended;

const line = (type: "user" | "assistant", n: number, content: string, cwd: string) =>
  `${JSON.stringify({
    type,
    uuid: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    parentUuid: null,
    sessionId: "11111111-2222-4333-8444-555555555555",
    timestamp: `2026-11-0${(n % 8) + 1}T10:00:00.000Z`,
    cwd,
    message: { role: type, content: type === "user" ? content : [{ type: "text", text: content }] },
  })}\n`;

/** A git repository and a session of Claude Code in it; no workspace. */
async function project(atEnd?: Parameters<typeof temporaryFolder>[0]) {
  const home = await temporaryFolder(atEnd);
  const folder = join(home, "repo");
  await mkdir(join(folder, ".git"), { recursive: true });
  await mkdir(join(folder, "src"));
  const store = join(home, ".claude/projects", folder.replaceAll(/[^A-Za-z0-9]/g, "-"));
  await mkdir(store, { recursive: true });
  await writeFile(
    join(store, "11111111-2222-4333-8444-555555555555.jsonl"),
    line("user", 1, "Why do we keep the --no-verify flag in the release script?", folder) +
      line("assistant", 2, "We trimmed the hooks in #123, so that releases don't wait for C++ builds.", folder),
  );
  return { home, folder, thoth: (...args: string[]) => thothIn(folder, home, args) };
}

describe("without a workspace, the project is the git root", () => {
  const given = shared((atEnd) => project(atEnd));

  test("text that an agent can act on", async () => {
    const { thoth, folder, home } = given();
    const { code, stdout, stderr } = await thoth("sessions", "trimming", "hooks");
    expect([code, stderr]).toEqual([0, ""]);
    const id = "claude:11111111-2222-4333-8444-555555555555";
    expect(stdout).toContain(`1. ${id}`);
    expect(stdout).toContain(`assistant · 2026-11-03 10:00 · ${folder}`);
    expect(stdout).toContain("We «trimmed» the «hooks»");
    expect(stdout).toContain(`show: thoth sessions show ${id} --around 1`);
    expect(stdout).toContain("resume: claude --resume 11111111-2222-4333-8444-555555555555");
    expect((await stat(join(home, ".local/state/thoth/sessions.db"))).isFile()).toBe(true);
    expect((await stat(join(home, ".local/state/thoth"))).mode & 0o777).toBe(0o700);
  });

  test.each([
    [["--", "--no-verify"], 1],
    [["#123"], 1],
    [["C++"], 1],
    [["don't"], 1],
    [['"keep the"'], 1],
    [["relea*"], 2],
    [["zzzz", "trimmed"], 0],
    [["zzzz", "trimmed", "--any"], 1],
    [["trimmed", "--role", "user"], 0],
    [["trimmed", "--agent", "codex"], 0],
    [["trimmed", "--session", "1111"], 1],
    [["trimmed", "--session", "9999"], 0],
    [["trimmed", "--since-days", "0.5"], 0],
    [["release", "--limit", "1"], 1],
    [['"'], 0],
    [["NOT", "AND", "("], 0],
    [["trimmed", "--project", "/nowhere"], 0],
    [["trimmed", "--all-projects"], 1],
  ])("%j: %i", async (args, hits) => {
    const { code, stdout, stderr } = await given().thoth("sessions", "--json", ...args);
    expect([code, stderr]).toEqual([0, ""]);
    const answer = JSON.parse(stdout);
    expect(Value.Check(SearchAnswer, answer), stdout).toBe(true);
    expect(answer.hits).toHaveLength(hits);
    if (hits === 0) expect(answer.notice.text).toMatch(/\S/);
  });

  test("a question without words says what there is to search", async () => {
    const { code, stdout } = await given().thoth("sessions");
    expect(code).toBe(0);
    expect(stdout.trim()).not.toBe("");
  });

  test("a session is shown around a turn, by any beginning of its id", async () => {
    const { thoth } = given();
    const text = await thoth("sessions", "show", "claude:1111", "--around", "1");
    expect(text.stdout).toMatch(/\[0\] user · [^\n]+\nWhy do we keep[\s\S]*\[1\] assistant · [^\n]+\nWe trimmed/);
    const { stdout } = await thoth("sessions", "show", "--json", "1111");
    expect(Value.Check(Transcript, JSON.parse(stdout)), stdout).toBe(true);
    const none = await thoth("sessions", "show", "--json", "nowhere");
    expect([none.code, none.stdout]).toEqual([1, ""]);
    expect(JSON.parse(none.stderr)).toMatchObject({ error: { code: "session-not-found" } });
  });

  test("status and reindex", async () => {
    const { thoth, home } = given();
    const { stdout } = await thoth("sessions", "status", "--json");
    const status = JSON.parse(stdout);
    expect(Value.Check(SearchStatus, status), stdout).toBe(true);
    expect(status.agents).toMatchObject([{ agent: "claude", sessions: 1, turns: 2 }]);
    const again = await thoth("sessions", "reindex");
    expect([again.code, again.stderr]).toEqual([0, ""]);
    expect(again.stdout).toContain(join(home, ".local/state/thoth/sessions.db"));
    expect(again.stdout).toMatch(/claude +1 session +2 turns/);
  });

  test.each([
    [["--nonsense", "x"], "--nonsense"],
    [["x", "--role", "boss"], "--role"],
    [["x", "--agent", "nobody"], "--agent"],
    [["x", "--limit", "0"], "--limit"],
    [["x", "--since-days", "soon"], "--since-days"],
    [["x", "--project", "a", "--all-projects"], "--all-projects"],
    [["show"], "ID"],
    [["status", "of", "things"], "of"],
  ])("%j is wrong usage", async (args, named) => {
    const { code, stdout, stderr } = await given().thoth("sessions", ...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(named);
    expect(stderr).toContain("Usage: thoth sessions");
  });
});

test("a transcript that was purged stays, marked, until it is forgotten", async () => {
  const { thoth, home } = await project();
  await thoth("sessions", "trimmed");
  await rm(join(home, ".claude/projects"), { recursive: true });
  const { stdout } = await thoth("sessions", "trimmed");
  expect(stdout).toContain("its file is gone");
  expect(stdout).not.toContain("resume:");
  expect((await thoth("sessions", "--forget")).stdout).toBe("Forgot 1.\n");
  expect((await thoth("sessions", "trimmed")).stdout).not.toContain("«trimmed»");
  expect((await thoth("sessions", "--forget", "nowhere")).code).toBe(1);
});

test("a folder of transcripts in place of every store", async () => {
  const { home, folder } = await project();
  const given = await temporaryFolder();
  await writeFile(join(given, "abc.jsonl"), line("user", 1, "The words of another folder altogether.", "/elsewhere"));
  const run = (...words: string[]) => thothIn(folder, home, ["sessions", ...words], { THOTH_SESSIONS_DIR: given });
  expect((await run("altogether")).stdout).toContain("«altogether»");
  expect((await run("trimmed")).stdout).not.toContain("«trimmed»");
});

describe("in a workspace", () => {
  async function workspace() {
    const home = await temporaryFolder();
    const folder = join(home, "analisi");
    await execute(process.execPath, [tht, "workspace", "init", folder, "--demo"]);
    return { home, folder, thoth: (...args: string[]) => thothIn(folder, home, args) };
  }

  test("documents and decisions, without a server, and what resumes a session", async () => {
    const { thoth, folder, home } = await workspace();
    const { stdout, stderr, code } = await thoth("sessions", "fatturato", "regione", "--role", "document");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/thoth:\d{8}-\d{6}-demoad {2}Fatturato per regione 2025/);
    expect(stdout).toMatch(/document (question|strategy|revised_question)/);
    expect(stdout).toMatch(new RegExp(`resume: thoth resume \\d{8}-\\d{6}-demo.. --workspace ${folder}`));
    const decisions = JSON.parse((await thoth("sessions", "--json", "approve", "--role", "decision")).stdout);
    expect(decisions.hits.length).toBeGreaterThan(0);
    expect((await stat(join(folder, ".thoth/sessions.db"))).isFile()).toBe(true);

    const [id = ""] = (await readdir(join(folder, "sessions"))).filter((name) => name.endsWith("demoad"));
    const shown = await thoth("sessions", "show", id);
    expect(shown.stdout).toContain(`thoth:${id}  Fatturato per regione 2025`);
    expect(shown.stdout).toContain("document schema_linking");

    // From elsewhere, by the flag before or after the command's name.
    const elsewhere = await thothIn(home, home, ["--workspace", folder, "sessions", "regione"]);
    expect(elsewhere.stdout).toContain(`show: thoth --workspace ${folder} sessions show thoth:`);

    await execute(process.execPath, [tht, "--workspace", folder, "session", "delete", id]);
    expect((await thoth("sessions", "Fatturato", "--session", id)).stdout).not.toContain("«Fatturato»");
    expect(await readFile(join(folder, ".thoth/sessions.db"), "latin1")).not.toContain(id);
  });

  test("the switch that says no is named, and nothing is read", async () => {
    const { thoth, folder } = await workspace();
    const file = join(folder, "workspace.yaml");
    await writeFile(file, `${await readFile(file, "utf8")}\nsessions_search: false\n`);
    const { code, stdout } = await thoth("sessions", "fatturato");
    expect(code).toBe(0);
    expect(stdout).toContain("sessions_search");
    expect(stdout).not.toContain("«");
    expect((await thoth("sessions", "status")).stdout).toContain("sessions_search");
  });

  test("a harness that can't be run is told; what there is besides is searched", async () => {
    const { folder, home } = await workspace();
    const env = { THT_BIN: "/no/such/tht" };
    const { code, stdout, stderr } = await thothIn(folder, home, ["sessions", "fatturato"], env);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("/no/such/tht");
    expect(stdout + stderr).not.toMatch(/\n\s+at /);
  });

  test("a folder that is none", async () => {
    const { home } = await workspace();
    const { code, stderr } = await thothIn(home, home, ["sessions", "x", "--workspace", "nowhere", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: "workspace-not-found" } });
  });
});

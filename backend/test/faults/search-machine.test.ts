import { spawnSync } from "node:child_process";
import { appendFile, chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type Place, searchWith, turnsIn } from "../search-programs.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { startThoth } from "../thoth-program.ts";
import { type Corpus, MARK, transcriptOf, writeCorpus } from "../transcript-corpus.ts";

// Mounts and rights of a name space of its own, where the system lets a test make one: the real thing, for one program.
const canUnshare = spawnSync("unshare", ["-Urm", "setpriv", "--bounding-set", "-all", "true"]).status === 0;

const SESSIONS = 30;
const ASK = [MARK, "--limit", "200"];
const inNamespace = (script: string) => ["unshare", "-Urm", "sh", "-ec", `${script}\nexec "$@"`, "sh"];
const READ_ONLY = inNamespace('mount --bind "$HOME" "$HOME"; mount -o remount,bind,ro "$HOME"; cd "$PWD"');
const fullDisk = (size: string) =>
  inNamespace(`mkdir -p "$XDG_STATE_HOME"; mount -t tmpfs -o size=${size} none "$XDG_STATE_HOME"`);
/** The superuser, too, then asks for permission. */
const BOUND = ["unshare", "-Ur", "setpriv", "--bounding-set", "-all", "--inh-caps", "-all"];

let place: Place;
let home: string;
let state: string;
let file: string;
let corpus: Corpus;
beforeEach(async () => {
  home = temporaryFolder();
  state = join(home, "state");
  file = join(state, "thoth/sessions.db");
  const cwd = join(home, "repo");
  await mkdir(join(cwd, ".git"), { recursive: true });
  place = { cwd, env: { PATH: process.env.PATH ?? "", HOME: home, XDG_STATE_HOME: state } };
  corpus = writeCorpus(home, cwd, { sessions: SESSIONS, bytes: 3 * 2 ** 20 });
});

/** What a person reads, and the exit code. */
const read = (through: readonly string[], ...args: string[]) =>
  startThoth(place, ["sessions", ...(args.length > 0 ? args : ASK)], through).ended;

test.skipIf(!canUnshare)("a home that is read-only: all is searched, and why nothing is kept is said", async () => {
  const cold = await searchWith(place, ASK, READ_ONLY);
  expect(cold.hits).toHaveLength(SESSIONS);
  expect(cold.notice).toMatchObject({ code: "not-writable", text: expect.stringMatching(/read-only|EROFS/) });

  await searchWith(place, ASK);
  await appendFile(transcriptOf(home, place.cwd, 0), `${line("We saw a kittiwake on the release branch today.")}\n`);
  const warm = await searchWith(place, ASK, READ_ONLY);
  expect(warm.hits).toHaveLength(SESSIONS);
  expect(warm.notice?.code).toBe("not-writable");
  const fresh = await searchWith(place, ["kittiwake"], READ_ONLY);
  expect(fresh.hits).toHaveLength(1);

  const text = await read(READ_ONLY);
  expect([text.code, text.stderr]).toEqual([0, ""]);
  expect(text.stdout).toContain("can't be written");
  expect((await searchWith(place, ["kittiwake"])).notice).toBeNull();
  expect(turnsIn(file)).toBe(corpus.turns + 1);
});

test.skipIf(!canUnshare).each(["4k", "64k", "200k"])(
  "a disk that is full after %s: what is there is searched, and it is said",
  async (size) => {
    const { code, stderr, stdout } = await read(fullDisk(size));
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/can't be written: .*full/);
    expect(stdout).toContain("Make room");
    const answer = await searchWith(place, ASK, fullDisk(size));
    expect(answer.hits).toHaveLength(SESSIONS);
  },
);

test.skipIf(!canUnshare).each([0, 8, 40, 200])(
  "a disk with %i KiB left beside an index: what is kept is searched at the least, and it is said",
  async (left) => {
    const added = line(`We saw a kittiwake on the release branch today. ${"And on another one. ".repeat(20_000)}`);
    await writeFile(join(home, "added"), `${added}\n`);
    const through = inNamespace(`
      mount -t tmpfs -o size=20m none "$XDG_STATE_HOME"
      "$@" > "$HOME/first"
      cat /dev/zero > "$XDG_STATE_HOME/ballast" 2> "$HOME/full" || true
      truncate -s "-${left}K" "$XDG_STATE_HOME/ballast"
      cat "$HOME/added" >> '${transcriptOf(home, place.cwd, 0)}'`);
    await mkdir(state);
    const answer = await searchWith(place, [MARK, "kittiwake", "--any", "--limit", "200"], through);
    expect(answer.notice).toMatchObject({ code: "not-writable", text: expect.stringContaining("the disk is full") });
    expect(answer.hits).toHaveLength(answer.stale ? SESSIONS : SESSIONS + 1);
  },
);

test.skipIf(!canUnshare)(
  "a store without permission is named with the reason, and the others are searched",
  async () => {
    const codex = join(home, ".codex/sessions");
    await mkdir(codex, { recursive: true });
    await chmod(codex, 0);
    const answer = await searchWith(place, ASK, BOUND);
    expect(answer.hits).toHaveLength(SESSIONS);
    expect(answer.problems).toEqual([{ agent: "codex", path: codex, detail: expect.stringMatching(/EACCES/) }]);
    const text = await read(BOUND);
    expect(text.code).toBe(0);
    expect(text.stdout).toContain(codex);

    // One transcript of many.
    await chmod(codex, 0o700);
    const one = transcriptOf(home, place.cwd, 3);
    await appendFile(one, `${line("We saw a kittiwake on the release branch today.")}\n`);
    await chmod(one, 0);
    const rest = await searchWith(place, ASK, BOUND);
    expect(rest.hits).toHaveLength(SESSIONS);
    expect(rest.problems).toEqual([{ agent: "claude", path: one, detail: expect.stringMatching(/EACCES/) }]);
    await chmod(one, 0o600);
    expect(await searchWith(place, ["kittiwake"], BOUND)).toMatchObject({ problems: [], hits: [{ role: "user" }] });
  },
);

test.skipIf(!canUnshare)("stores that can't be read at all: exit code 1, and what to do is said", async () => {
  const projects = join(home, ".claude/projects");
  await chmod(projects, 0);
  const { code, stdout, stderr } = await read(BOUND);
  await chmod(projects, 0o700);
  expect([code, stderr]).toEqual([1, ""]);
  expect(stdout).toContain(projects);
});

test.skipIf(!canUnshare)("an index's folder without permission: all is searched, and it is said", async () => {
  await searchWith(place, ASK);
  const folder = join(state, "thoth");
  await chmod(folder, 0);
  const answer = await searchWith(place, ASK, BOUND);
  await chmod(folder, 0o700);
  expect(answer.hits).toHaveLength(SESSIONS);
  expect(answer.notice).toMatchObject({ code: "not-writable" });
});

const line = (text: string) =>
  JSON.stringify({
    type: "user",
    uuid: "9c3f2c55-1e0a-4c6a-9e57-2f0f3f8f7a11",
    sessionId: "5a4d9e10-0000-4000-8000-000000000000",
    cwd: place.cwd,
    timestamp: "2026-11-20T10:00:00.000Z",
    message: { role: "user", content: text },
  });

import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fc } from "../../test/fast-check.ts";
import { createWorkspace, runTht, THT, temporaryFolder } from "../../test/tht.ts";
import { updateSession } from "../change-manifest.ts";
import { listSessionIds } from "../session-folders.ts";
import { compareRows, type SessionRow } from "../session-row.ts";
import { LEDGER_FILE, MANIFEST_FILE } from "../workflow.ts";
import { openWorkspace, type Workspace } from "../workspace.ts";
import { SEAL } from "./list-index.ts";
import { listSessions } from "./list-sessions.ts";
import { readRow } from "./read-row.ts";

const manifest = (name: string) =>
  `question: "Quanti ordini?"\nname: "${name}"\nstatus: open\nupdated_at: "2026-01-01T00:00:00.000Z"\n`;
const approval = (phase: string) => `${JSON.stringify({ phase, decision: "approve", ts: "2026-01-01T00:00:00Z" })}\n`;

function createSessions(ids: readonly string[]) {
  const { folder, root, advance } = createWorkspace();
  const workspace = openWorkspace(folder, {}, folder);
  for (const id of ids) addSession(root, id);
  return { folder, root, advance, workspace, index: join(root, ".index", "list") };
}

function addSession(root: string, id: string, name = "uno"): void {
  mkdirSync(join(root, id), { recursive: true });
  writeFileSync(join(root, id, MANIFEST_FILE), manifest(name));
}

const list = async (workspace: Workspace): Promise<SessionRow[]> =>
  JSON.parse((await listSessions(workspace)).toString());

/** The list as it is without an index. */
const fresh = (workspace: Workspace): SessionRow[] =>
  listSessionIds(workspace.sessionsRoot)
    .flatMap((id) => readRow(workspace, id)?.row ?? [])
    .sort(compareRows);

const namesOf = async (workspace: Workspace) => (await list(workspace)).map(({ name }) => name);

describe("the list of sessions and its index", () => {
  it("says the same with an index as without one, whatever was done to the folders", async () => {
    const ids = ["a", "b", "c"];
    const step = fc.record({ act: fc.constantFrom(...Object.keys(acts)), id: fc.constantFrom(...ids), n: fc.nat(7) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const { root, workspace, advance } = createSessions(ids);
        for (const { act, id, n } of steps) {
          acts[act]?.({ workspace, root, id, folder: join(root, id), n, advance });
          expect(await list(workspace), `after ${act} ${id} ${n}`).toEqual(fresh(workspace));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("sees a change that keeps the size within the same tick of the disk's clock", async () => {
    const { root, workspace } = createSessions(["a"]);
    for (let round = 0; round < 100; round += 1) {
      const name = round % 2 === 0 ? "due" : "tre";
      writeFileSync(join(root, "a", MANIFEST_FILE), manifest(name));
      expect(await namesOf(workspace)).toEqual([name]);
    }
  });

  it("prints what the index says as long as nothing changed", async () => {
    const { workspace, index } = createSessions(["a", "b"]);
    await settled(workspace);
    rewrite(index, (bytes) => Buffer.from(bytes.toString("latin1").replaceAll('"uno"', '"due"'), "latin1"));
    expect(await namesOf(workspace)).toEqual(["due", "due"]);
  });

  it("reads only the sessions that changed", async () => {
    const { workspace, index, root } = createSessions(["a", "b"]);
    await settled(workspace);
    rewrite(index, (bytes) => Buffer.from(bytes.toString("latin1").replaceAll('"uno"', '"due"'), "latin1"));
    writeFileSync(join(root, "a", MANIFEST_FILE), manifest("quattro"));
    expect(await namesOf(workspace)).toEqual(["due", "quattro"]);
  });

  it("does without an index that somebody wrote into", async () => {
    const { workspace, index } = createSessions(["a"]);
    await settled(workspace);
    writeFileSync(index, readFileSync(index, "latin1").replace('"uno"', '"due"'), "latin1");
    expect(await namesOf(workspace)).toEqual(["uno"]);
  });

  it("does without an index that is broken, and makes it anew", async () => {
    const { workspace, index } = createSessions(["a", "b"]);
    await settled(workspace);
    const whole = readFileSync(index);
    const head = whole.indexOf("\n") + 1;
    const broken = fc.oneof(
      fc.nat(whole.length - 1).map((length) => whole.subarray(0, length)),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([whole.subarray(0, head), bytes])),
      fc.json().map((text) => Buffer.concat([whole.subarray(0, head), Buffer.from(`${text}\n[]\n`)])),
      fc.constantFrom("", "\n", "{}\n", "\0".repeat(whole.length)).map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(broken, async (bytes) => {
        rewrite(index, () => bytes);
        expect(await list(workspace)).toEqual(fresh(workspace));
      }),
    );
    rmSync(index);
    await settled(workspace);
    expect(readFileSync(index).equals(whole)).toBe(true);
  });

  it("makes it anew for another workflow", async () => {
    const { workspace, folder } = createSessions(["a"]);
    await settled(workspace);
    const phases = '{code: P1, name: una, title: "Una", documents: [{key: question, title: Q}]}';
    writeFileSync(join(folder, "own.yaml"), `phases: [${phases}]\n`);
    writeFileSync(join(folder, "workspace.yaml"), "workflow: own.yaml\n");
    expect((await list(openWorkspace(folder, {}, folder)))[0]?.phase).toMatchObject({ code: "P1", title: "Una" });
    expect((await list(workspace))[0]?.phase).toMatchObject({ code: "F1" });
  });

  it("sees that a document of an earlier phase was written into", async () => {
    const { workspace, root, advance } = createSessions(["a"]);
    advance("a", "F4");
    await settled(workspace);
    expect((await list(workspace))[0]?.phase).toMatchObject({ code: "F4", next: "gate" });
    const later = statSync(join(root, "a", "schema_linking.json")).mtimeMs / 1000 + 1;
    utimesSync(join(root, "a", "context.md"), later, later);
    expect((await list(workspace))[0]?.phase).toMatchObject({ code: "F4", next: "work" });
  });

  it("lets go of what is deleted", async () => {
    const { workspace, index, root } = createSessions(["a"]);
    addSession(root, "b", "segreto");
    await settled(workspace);
    expect(readFileSync(index, "utf8")).toContain("segreto");
    rmSync(join(root, "b"), { recursive: true });
    await list(workspace);
    expect(readFileSync(index, "utf8")).not.toContain("segreto");
  });

  it("does without where the index can't be written, and leaves nothing behind", async () => {
    const { workspace, root, index } = createSessions(["a"]);
    const outside = temporaryFolder();
    symlinkSync(outside, join(root, ".index"));
    expect(await namesOf(workspace)).toEqual(["uno"]);
    expect(readdirSync(outside)).toEqual([]);
    rmSync(join(root, ".index"));
    writeFileSync(join(root, ".index"), "");
    expect(await namesOf(workspace)).toEqual(["uno"]);
    rmSync(join(root, ".index"));
    mkdirSync(index, { recursive: true });
    expect(await namesOf(workspace)).toEqual(["uno"]);
    expect(readdirSync(join(root, ".index"))).toEqual(["list"]);
  });

  it("keeps the index to its owner and clears what killed lists left", async () => {
    const { workspace, index, root } = createSessions(["a"]);
    await settled(workspace);
    expect(statSync(index).mode & 0o777).toBe(0o600);
    for (const name of ["list-old.tmp", "list-young.tmp"]) writeFileSync(join(root, ".index", name), "");
    utimesSync(join(root, ".index", "list-old.tmp"), Date.now() / 1000 - 3_700, Date.now() / 1000 - 3_700);
    addSession(root, "b");
    await list(workspace);
    expect(readdirSync(join(root, ".index"))).toEqual(["list", "list-young.tmp"]);
  });

  it("is right, and leaves nothing behind, where the disk takes no more", () => {
    const { folder, root } = createSessions(["a", "b"]);
    // A limit on the size of files stands in for a full disk; the program's output goes through a pipe.
    const script = `trap '' XFSZ; ulimit -f 0; exec "$@"`;
    const argv = ["-c", script, "sh", process.execPath, THT, "--workspace", folder, "session", "list", "--json"];
    const { stdout, stderr } = spawnSync("sh", argv, { encoding: "utf8" });
    expect([JSON.parse(stdout).length, stderr]).toEqual([2, ""]);
    expect(readdirSync(join(root, ".index"))).toEqual([]);
  });

  it("stays whole while many list and others change", async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `s${index}`);
    const { folder, root, workspace, index } = createSessions(ids);
    const argv = ["--workspace", folder, "session", "list", "--json"];
    let running = true;
    const lists = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let round = 0; round < 3; round += 1) {
          const { code, stdout } = await runTht(argv);
          expect([code, JSON.parse(stdout).length]).toEqual([0, ids.length]);
        }
      }),
    ).finally(() => {
      running = false;
    });
    for (let round = 0; running; round += 1) {
      addSession(root, ids[round % ids.length] as string, `n${round % 10}`);
      expect(await list(workspace)).toEqual(fresh(workspace));
      await new Promise(setImmediate);
    }
    await lists;
    await settled(workspace);
    expect(statSync(index).mtimeMs).toBe(SEAL * 1000);
    expect(await list(workspace)).toEqual(fresh(workspace));
  });

  it("reads a session each time that not everybody may read", () => {
    const { folder, root } = createSessions(["a", "closed", "locked"]);
    // The superuser may read everything unless that power is taken away first.
    const mortal = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : ["env"];
    const [program = "", ...argv] = [
      ...mortal,
      process.execPath,
      THT,
      "--workspace",
      folder,
      "session",
      "list",
      "--json",
    ];
    const problems = (): unknown => {
      const { stdout } = spawnSync(program, argv);
      return JSON.parse(stdout.toString()).map(({ id, problem }: SessionRow) => [id, problem?.code ?? null]);
    };
    const all = ["locked", "closed", "a"].map((id) => [id, null]);
    for (let round = 0; round < 2; round += 1) expect(problems()).toEqual(all);
    chmodSync(join(root, "closed", MANIFEST_FILE), 0);
    chmodSync(join(root, "locked"), 0);
    const some = [
      ["a", null],
      ["locked", "unreadable"],
      ["closed", "unreadable"],
    ];
    for (let round = 0; round < 3; round += 1) expect(problems()).toEqual(some);
    chmodSync(join(root, "closed", MANIFEST_FILE), 0o644);
    chmodSync(join(root, "locked"), 0o755);
    expect(problems()).toEqual(all);
  });
});

interface Place {
  workspace: Workspace;
  root: string;
  id: string;
  folder: string;
  /** Chooses among the ways to do it. */
  n: number;
  advance: (id: string, phase: string) => void;
}

const isThere = ({ folder }: Place, name = MANIFEST_FILE) =>
  existsSync(join(folder, name)) && statSync(join(folder, name)).isFile();
const phaseOf = (n: number) => `F${n + 1}`;
const DOCUMENTS = [
  "context.md",
  "question.md",
  "schema_linking.json",
  "strategy.md",
  "cte_plan.json",
  "cte_tests.json",
  "sql_final.sql",
  "evidence.json",
];

/** What `tht`, an editor, a script and a person at a shell do to sessions. */
const acts: Record<string, (place: Place) => void> = {
  advance: ({ workspace, id, n, advance }) => {
    const row = readRow(workspace, id)?.row;
    if (row?.resumable && row.phase && row.phase.index <= n + 1 && !row.phase.complete) advance(id, phaseOf(n));
  },
  archive: ({ workspace, id, n }) => {
    const row = readRow(workspace, id)?.row;
    if (row && row.problem?.severity !== "error") updateSession(workspace, id, () => ({ archived: n % 2 === 0 }));
  },
  nameInPlace: (place) => {
    if (existsSync(place.folder)) writeFileSync(join(place.folder, MANIFEST_FILE), manifest(`n${place.n}`));
  },
  nameKeepingTime: (place) => {
    if (!isThere(place)) return;
    const file = join(place.folder, MANIFEST_FILE);
    const { atime, mtime } = statSync(file);
    writeFileSync(file, manifest(`n${place.n}`));
    utimesSync(file, atime, mtime);
  },
  breakManifest: (place) => {
    if (existsSync(place.folder)) writeFileSync(join(place.folder, MANIFEST_FILE), 'question: "tagl');
  },
  removeManifest: ({ folder }) => rmSync(join(folder, MANIFEST_FILE), { force: true }),
  approve: ({ folder, n }) => {
    if (existsSync(folder)) appendFileSync(join(folder, LEDGER_FILE), approval(phaseOf(n)));
  },
  tear: ({ folder, n }) => {
    if (existsSync(folder)) appendFileSync(join(folder, LEDGER_FILE), '{"phase'.slice(0, n));
  },
  removeLedger: ({ folder }) => rmSync(join(folder, LEDGER_FILE), { force: true }),
  write: ({ folder, n }) => {
    if (existsSync(folder)) writeFileSync(join(folder, DOCUMENTS[n] as string), "[]");
  },
  age: ({ folder, n }) => {
    const file = join(folder, DOCUMENTS[n] as string);
    if (existsSync(file)) utimesSync(file, 1_000_000 + n, 1_000_000 + n);
  },
  removeDocument: ({ folder, n }) => rmSync(join(folder, DOCUMENTS[n] as string), { force: true }),
  remove: ({ folder }) => rmSync(folder, { recursive: true, force: true }),
  create: ({ root, id }) => {
    if (!existsSync(join(root, id))) addSession(root, id);
  },
  swap: ({ root, folder, n }) => {
    const other = join(root, "abc"[n % 3] as string);
    if (other === folder || !existsSync(folder) || !existsSync(other)) return;
    renameSync(folder, join(root, ".away"));
    renameSync(other, folder);
    renameSync(join(root, ".away"), other);
  },
  link: ({ folder, n }) => {
    if (!existsSync(folder)) return;
    if (n % 2 === 0) {
      // Another may have been moved there before.
      rmSync(`${folder}x`, { recursive: true, force: true });
      return renameSync(folder, `${folder}x`);
    }
    const elsewhere = join(temporaryFolder(), "away");
    renameSync(folder, elsewhere);
    symlinkSync(elsewhere, folder);
  },
};

/** Lists until the index answers for everything: files as young as the index itself are not trusted. */
async function settled(workspace: Workspace): Promise<void> {
  const file = join(workspace.sessionsRoot, ".index", "list");
  const stamp = () => (existsSync(file) ? statSync(file).ino : 0);
  for (let round = 0, before = -1; round < 50 && before !== stamp(); round += 1) {
    before = stamp();
    await list(workspace);
  }
}

/** Changes an index as only `tht` itself can: with its seal. */
function rewrite(index: string, change: (bytes: Buffer) => Buffer): void {
  mkdirSync(join(index, ".."), { recursive: true });
  writeFileSync(index, change(existsSync(index) ? readFileSync(index) : Buffer.alloc(0)));
  utimesSync(index, SEAL, SEAL);
}

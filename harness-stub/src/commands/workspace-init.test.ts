import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Json, runTht, temporaryFolder } from "../../test/tht.ts";
import { DEFAULT_WORKFLOW, readWorkflow } from "../workflow.ts";

async function init(folder: string, ...options: string[]): Promise<Json> {
  const { code, stdout, stderr } = await runTht(["workspace", "init", folder, "--json", ...options]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const read = async (folder: string, ...args: string[]): Promise<Json> =>
  JSON.parse((await runTht(["--workspace", folder, ...args, "--json"])).stdout);

describe("tht workspace init", () => {
  it("makes a workspace, and leaves one that is there alone", async () => {
    const folder = join(temporaryFolder(), "nuovo");
    expect(await init(folder)).toEqual({ workspace: folder, created: true, demo: false });
    expect(await read(folder, "session", "list")).toEqual([]);
    expect(await read(folder, "config")).toMatchObject({ name: "nuovo", dwh: null });
    const settings = readFileSync(join(folder, "workspace.yaml"), "utf8");
    writeFileSync(
      join(folder, "workspace.yaml"),
      settings.replaceAll("\n# ", "\n").replace("\nThe data", "\n# The data"),
    );
    expect(await read(folder, "config")).toMatchObject({ dwh: { path: join(folder, "dwh.sqlite") } });
    writeFileSync(join(folder, "workspace.yaml"), "name: Mio\nsessions_root: altrove\n");
    expect(await init(folder)).toEqual({ workspace: folder, created: false, demo: false });
    expect(readFileSync(join(folder, "workspace.yaml"), "utf8")).toBe("name: Mio\nsessions_root: altrove\n");
    expect(readdirSync(folder).sort()).toEqual(["altrove", "sessions", "workspace.yaml"]);
  });

  it.runIf(existsSync("/proc"))("ends with the reason where the system makes no folders", async () => {
    const { code, stderr } = await runTht(["workspace", "init", "/proc/none/here", "--json"]);
    expect([code, JSON.parse(stderr).error]).toEqual([1, expect.objectContaining({ code: "write-failed" })]);
  });

  it("says why it can't", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    const { code, stderr } = await runTht(["workspace", "init", join(file, "x"), "--json"]);
    expect([code, JSON.parse(stderr).error.code]).toEqual([1, "write-failed"]);
  });
});

describe("tht workspace init --demo", () => {
  let folder = "";
  let rows: Json[] = [];
  let shown: Json[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "tht-demo-"));
    await init(folder, "--demo");
    rows = await read(folder, "session", "list");
    shown = await Promise.all(rows.map(({ id }) => read(folder, "session", "show", id)));
    return () => rmSync(folder, { recursive: true, force: true });
  });

  it("has a session in every phase and of every status", () => {
    const healthy = rows.filter(({ problem }) => problem === null);
    expect(new Set(healthy.map(({ phase }) => phase.code))).toEqual(
      new Set(["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"]),
    );
    const count = (test: (row: Json) => boolean) => rows.filter(test).length;
    expect({
      open: count(({ status, archived }) => status === "open" && !archived),
      closed: count(({ status }) => status === "closed"),
      finalized: count(({ status }) => status === "finalized"),
      archived: count(({ archived }) => archived),
      broken: count(({ problem }) => problem?.severity === "error"),
      atGate: count(({ phase }) => phase?.next === "gate") > 5,
      atWork: count(({ phase }) => phase?.next === "work") > 1,
      groups: new Set(rows.map(({ group }) => group)).size > 3,
    }).toEqual({ open: 9, closed: 1, finalized: 1, archived: 1, broken: 1, atGate: true, atWork: true, groups: true });
  });

  it("has every document before the current phase, that of an open gate too, and none that is stale", () => {
    const workflow = readWorkflow(DEFAULT_WORKFLOW);
    for (const { phase, documents } of shown.filter(({ problem }) => problem === null)) {
      expect(phase.reason).not.toBe("stale");
      const reached = workflow.slice(0, phase.next === "work" ? phase.index - 1 : phase.index);
      const due = reached.flatMap((one) => one.documents.map(({ key }) => key));
      expect(documents.map(({ key }: Json) => key)).toEqual(expect.arrayContaining(due));
    }
  });

  it("spreads its acts over the past, each after the one before", () => {
    for (const row of rows.filter(({ problem }) => problem === null)) {
      expect(row.created_at <= row.activity_at && row.activity_at < new Date().toISOString()).toBe(true);
      const file = join(folder, "sessions", row.id, "review_decisions.jsonl");
      if (row.phase.index === 1) continue;
      const times = readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).ts);
      expect(times).toEqual(times.toSorted());
      expect(times.at(-1) <= row.activity_at).toBe(true);
    }
  });

  it("holds documents that answer the question, with rows of the data warehouse in the reports", async () => {
    for (const { id, phase } of rows.filter(({ problem }) => problem === null)) {
      const documents: Json[] = await read(folder, "session", "documents", id, "--all");
      for (const { content } of documents) expect(content).not.toContain("non ho capito");
      const linking = documents.find(({ key }) => key === "schema_linking");
      // The one that was sent back to the context still has the linking that was the reason.
      if (linking && phase.index >= 4) expect(JSON.parse(linking.content).unmapped).toEqual([]);
      const report = documents.find(({ key }) => key === "validation_report");
      if (report) expect(report.content).toMatch(/\| ---/);
      const sql = documents.find(({ key }) => key === "sql_final");
      if (sql) expect((await read(folder, "dwh", "query", `--sql=${sql.content}`)).rows.length).toBeGreaterThan(0);
    }
  });

  it("adds on a second run only what is missing", async () => {
    const before = rows.map(({ id }) => id);
    await init(folder, "--demo");
    expect((await read(folder, "session", "list")).map(({ id }: Json) => id)).toEqual(before);
    rmSync(join(folder, "sessions", before[0] as string), { recursive: true });
    await init(folder, "--demo");
    expect((await read(folder, "session", "list")).length).toBe(before.length);
  });

  it("does not take somebody's own data warehouse for the sample", async () => {
    const other = temporaryFolder();
    writeFileSync(join(other, "workspace.yaml"), "dwh: {path: mine.sqlite}\n");
    writeFileSync(join(other, "mine.sqlite"), "");
    const { code, stderr } = await runTht(["workspace", "init", other, "--demo", "--json"]);
    expect([code, JSON.parse(stderr).error.code]).toEqual([1, "query-failed"]);
    expect(readFileSync(join(other, "mine.sqlite"), "utf8")).toBe("");
    expect(existsSync(join(other, "sessions"))).toBe(false);
  });
});

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { createWorkspace, THT } from "../../test/tht.ts";

const ENDLESS = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t";

function warehouse() {
  const workspace = createWorkspace("dwh: {engine: sqlite, path: dwh.sqlite}\n");
  const path = join(workspace.folder, "dwh.sqlite");
  const database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE negozi (id INTEGER PRIMARY KEY, nome TEXT);
    CREATE TABLE ordini (id INTEGER PRIMARY KEY, negozio_id INTEGER REFERENCES negozi, importo REAL);
    INSERT INTO negozi VALUES (1, 'Roma'), (2, 'Milano');
    INSERT INTO ordini VALUES (1, 1, 10.5), (2, 1, NULL), (3, 2, 4);
  `);
  database.close();
  const query = (sql: string, ...options: string[]) => workspace.json(["dwh", "query", `--sql=${sql}`, ...options]);
  const refused = (sql: string, ...options: string[]) =>
    workspace.problem(["dwh", "query", `--sql=${sql}`, ...options]);
  return { ...workspace, path, query, refused };
}

describe("tht dwh", () => {
  it("prints the schema", async () => {
    const { json } = warehouse();
    expect(await json(["dwh", "schema"])).toEqual({
      tables: [
        {
          name: "negozi",
          columns: [
            { name: "id", type: "INTEGER", pk: true },
            { name: "nome", type: "TEXT", pk: false },
          ],
          foreign_keys: [],
          rows: 2,
        },
        {
          name: "ordini",
          columns: [
            { name: "id", type: "INTEGER", pk: true },
            { name: "negozio_id", type: "INTEGER", pk: false },
            { name: "importo", type: "REAL", pk: false },
          ],
          foreign_keys: [{ from: "negozio_id", to_table: "negozi", to: "id" }],
          rows: 3,
        },
      ],
    });
  });

  it("answers a query with typed columns and rows, up to the limit", async () => {
    const { query, run } = warehouse();
    const sql =
      "SELECT n.nome, sum(o.importo) AS totale FROM ordini o JOIN negozi n ON n.id = o.negozio_id GROUP BY 1 ORDER BY 1;";
    expect(await query(sql)).toEqual({
      columns: [
        { name: "nome", type: "TEXT" },
        { name: "totale", type: "" },
      ],
      rows: [
        ["Milano", 4],
        ["Roma", 10.5],
      ],
      truncated: false,
      ms: expect.any(Number),
    });
    expect(await query(sql, "--limit=1")).toMatchObject({ rows: [["Milano", 4]], truncated: true });
    const piped = await run(["dwh", "query", "--sql-file=-", "--json"], {
      stdin: "-- commento\nSELECT 9007199254740993, x'ff', NULL, 1e999",
    });
    expect(JSON.parse(piped.stdout).rows).toEqual([["9007199254740993", "/w==", null, "Infinity"]]);
  });

  it.each([
    "DELETE FROM negozi",
    "INSERT INTO negozi VALUES (3, 'x')",
    "CREATE TABLE x (a)",
    "CREATE TEMP TABLE x (a)",
    "DROP TABLE negozi",
    "ATTACH 'x.sqlite' AS x",
    "PRAGMA writable_schema = 1",
    "SELECT * FROM pragma_database_list",
    "VACUUM INTO 'copy.sqlite'",
    "SELECT load_extension('x')",
    "BEGIN",
    "SELECT 1; DELETE FROM negozi",
    "",
    "-- nothing",
  ])("refuses %j and leaves the file alone", async (sql) => {
    const { refused, path, folder } = warehouse();
    const before = readFileSync(path);
    expect(await refused(sql)).toMatchObject({ exit: 1, stdout: "", code: "query-refused" });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(["dwh.sqlite", "workspace.yaml"]);
  });

  it("says what failed", async () => {
    const { refused, json } = warehouse();
    expect(await refused("SELECT assente FROM negozi")).toMatchObject({
      exit: 1,
      code: "query-failed",
      message: expect.stringContaining("no such column"),
    });
    expect(await createWorkspace().problem(["dwh", "schema"])).toMatchObject({ exit: 1, code: "query-failed" });
    expect(
      await createWorkspace("dwh: {path: none.sqlite}\n").problem(["dwh", "query", "--sql=SELECT 1"]),
    ).toMatchObject({ code: "query-failed" });
    expect(await json(["dwh", "query", "--sql=SELECT 1 AS uno"])).toMatchObject({ rows: [[1]] });
  });

  it("stops a statement at its time limit", async () => {
    const { refused } = warehouse();
    expect(await refused(ENDLESS, "--timeout-ms=200")).toMatchObject({ exit: 1, code: "query-timeout" });
  });

  it("leaves no statement running when it is killed itself", async () => {
    const { folder } = warehouse();
    const tht = spawn(
      process.execPath,
      [THT, "--workspace", folder, "dwh", "query", `--sql=${ENDLESS}`, "--timeout-ms=60000"],
      { stdio: "ignore" },
    );
    const child = await until(() => childrenOf(tht.pid ?? 0)[0]);
    tht.kill("SIGKILL");
    await until(() => (isRunning(child) ? undefined : true));
  });
});

async function until<T>(probe: () => T | undefined): Promise<T> {
  const deadline = performance.now() + 15_000;
  while (performance.now() < deadline) {
    const value = probe();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("it did not come to pass in 15 s");
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

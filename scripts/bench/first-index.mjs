// What the first index of a workspace's own sessions takes, and what people notice of it meanwhile.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { temporaryFolder } from "./closing.mjs";
import { count, markdownTable, median, ms, sideBySide } from "./measures.mjs";
import { createEmptyProgram, end, THOTH, timeOf } from "./programs.mjs";
import { startServer } from "./server.mjs";
import { createSessions } from "./session-folders.mjs";

const HARNESS = join(import.meta.dirname, "../../harness-stub/bin/tht.js");
/** One by one is measured on so many: it takes the same for each. */
const FEW = 200;
const SIZES = [1_000, 10_000];
const LIMIT_MS = 600_000;
/** A person reloads, or renames, so often. */
const EVERY_MS = 700;
const TICKS_PER_SECOND = 100;

/** Resolves with Markdown. */
export async function benchFirstIndex() {
  const folder = temporaryFolder("first-index");
  const rows = [];
  console.error(`first index: ${FEW} sessions, one by one …`);
  const few = makeWorkspace(folder, FEW);
  const old = await firstIndex(few, { THT_BIN: olderHarness(folder) });
  rows.push([count(FEW), "one by one", ...figures(old, FEW), "", "", "", "", ""]);
  for (const size of SIZES) {
    console.error(`first index: ${size} sessions …`);
    const workspace = makeWorkspace(folder, size);
    const alone = await firstIndex(workspace);
    const meanwhile = await firstIndex(workspace, {}, true);
    const warm = await sideBySide(
      {
        empty: () => timeOf(createdEmpty(folder), []),
        query: () => timeOf(THOTH, ["sessions", "--workspace", workspace, "resi"]),
      },
      9,
    );
    const { get, rename, after } = meanwhile;
    const people = [after.get, get, after.rename, rename].map((times) => ms(median(times)));
    rows.push([count(size), "in bulk", ...figures(alone, size), ...people, ms(warm.query - warm.empty)]);
  }
  const header = [
    "sessions",
    "read",
    "first index, s",
    "CPU, s",
    "CPU a session, ms",
    "`GET /sessions`, ms",
    "… meanwhile",
    "rename, ms",
    "… meanwhile",
    "`thoth sessions resi` over an empty program, ms",
  ];
  return markdownTable(header, rows);
}

const figures = ({ took, cpu }, size) => [(took / 1000).toFixed(1), cpu.toFixed(1), ((cpu / size) * 1000).toFixed(1)];

let empty;
function createdEmpty(folder) {
  empty ??= createEmptyProgram(folder);
  return empty;
}

function makeWorkspace(folder, size) {
  const workspace = join(folder, `workspace-${size}`);
  createSessions(workspace, size);
  return workspace;
}

/** The bundled harness without the ability to read many sessions at once. */
function olderHarness(folder) {
  const file = join(folder, "older-tht.mjs");
  const lines = [
    "#!/usr/bin/env node",
    `if (process.argv[2] !== "--version") await import(${JSON.stringify(HARNESS)});`,
    `else console.log(JSON.stringify({ version: "0", capabilities: ["config", "original-documents"] }));`,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o755 });
  return file;
}

/** Asks a new server for a search, which begins the index, and waits for its end. `busy`: people ask for other things. */
async function firstIndex(workspace, env = {}, busy = false) {
  rmSync(join(workspace, ".thoth"), { recursive: true, force: true });
  const server = await startServer(workspace, env);
  const ids = readdirSync(join(workspace, "sessions")).filter((name) => !name.startsWith("."));
  const request = async (path, options = {}) => {
    const begun = performance.now();
    const headers = { ...server.headers, "content-type": "application/json" };
    const answer = await fetch(`${server.origin}${path}`, { headers, ...options });
    await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return performance.now() - begun;
  };
  const people = async (until) => {
    const times = { get: [], rename: [] };
    for (let turn = 0; !until(turn); turn += 1) {
      times.get.push(await request("/sessions"));
      const body = JSON.stringify({ name: `Nome ${turn}` });
      times.rename.push(await request(`/sessions/${ids[turn % ids.length]}/rename`, { method: "POST", body }));
      await pause(EVERY_MS);
    }
    return times;
  };

  await request("/sessions");
  const before = cpuOf(server.child.pid);
  const begun = performance.now();
  await request("/search?q=resi");
  let done = false;
  const asked = busy ? people(() => done) : { get: [], rename: [] };
  while (indexed(workspace) < ids.length) {
    if (performance.now() - begun > LIMIT_MS) throw new Error("the index did not come to its end");
    await pause(50);
  }
  const took = performance.now() - begun;
  const cpu = cpuOf(server.child.pid) - before;
  done = true;
  const { get, rename } = await asked;
  await pause(2000);
  const after = busy ? await people((turn) => turn === 10) : null;
  await end(server.child);
  return { took, cpu, get, rename, after };
}

function indexed(workspace) {
  const database = new DatabaseSync(join(workspace, ".thoth/sessions.db"), { readOnly: true, timeout: 5000 });
  try {
    return database.prepare("SELECT count(*) AS count FROM files WHERE size >= 0").get().count;
  } finally {
    database.close();
  }
}

/** Seconds of the processor, with those of the programs it ran to their end. Only Linux tells. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS_PER_SECOND;
}

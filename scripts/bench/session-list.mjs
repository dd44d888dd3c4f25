import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "./closing.mjs";
import { count, markdownTable, ms, sideBySide, times } from "./measures.mjs";
import { createEmptyProgram, THT, timeOf } from "./programs.mjs";
import { createSessions } from "./session-folders.mjs";

const SIZES = [100, 1_000, 10_000];
/** How many times an empty Node program `session list` may take. */
const LIMITS = new Map([
  [1_000, 1.7],
  [10_000, 4],
]);
const ROUNDS = 15;

/** `tht session list --json` beside an empty Node program, at three sizes. Resolves with Markdown. */
export async function benchSessionList() {
  const folder = temporaryFolder("list");
  const empty = createEmptyProgram(folder);
  const rows = [];
  for (const size of SIZES) rows.push(await measure(empty, join(folder, `workspace-${size}`), size));
  const header = [
    "sessions",
    "empty Node, ms",
    "list, ms",
    "ratio",
    "limit",
    "no index yet, ms",
    "one session changed, ms",
  ];
  return markdownTable(header, rows);
}

async function measure(empty, workspace, size) {
  console.error(`session list: ${size} sessions …`);
  const ids = createSessions(workspace, size);
  const list = () => timeOf(THT, ["--workspace", workspace, "session", "list", "--json"]);
  const first = await list();
  // The second one still reads what was as young as the first one's index.
  await list();
  const steady = await sideBySide({ empty: () => timeOf(empty, []), list }, ROUNDS);
  const changed = await sideBySide({ list: () => changeOne(workspace, ids).then(list) }, 5);
  const limit = LIMITS.get(size);
  return [
    count(size),
    ms(steady.empty),
    ms(steady.list),
    times(steady.list / steady.empty),
    limit ? times(limit) : "",
    ms(first),
    ms(changed.list),
  ];
}

/** Edits a manifest as an editor would. */
async function changeOne(workspace, ids) {
  const manifest = join(workspace, "sessions", ids[Math.floor(ids.length / 2)], "session_manifest.yaml");
  await appendFile(manifest, "# edited\n");
}

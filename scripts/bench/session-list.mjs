import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { markdownTable, sideBySide } from "./measures.mjs";
import { createEmptyProgram, THT, timeOf } from "./programs.mjs";
import { createSessions } from "./session-folders.mjs";

const SIZES = [100, 1_000, 10_000];
/** How many times an empty Node program `session list` may take. */
const LIMITS = new Map([
  [1_000, 1.7],
  [10_000, 4],
]);
const ROUNDS = 15;

const ms = (time) => time.toFixed(0);
const times = (ratio) => `${ratio.toFixed(2)} ×`;

/** `tht session list --json` beside an empty Node program, at three sizes. Returns Markdown. */
export function benchSessionList() {
  const folder = mkdtempSync(join(tmpdir(), "bench-list-"));
  try {
    const empty = createEmptyProgram(folder);
    const rows = SIZES.map((count) => measure(empty, join(folder, `workspace-${count}`), count));
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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure(empty, workspace, count) {
  console.error(`session list: ${count} sessions …`);
  const ids = createSessions(workspace, count);
  const list = () => timeOf(THT, ["--workspace", workspace, "session", "list", "--json"]);
  const first = list();
  // The second one still reads what was as young as the first one's index.
  list();
  const steady = sideBySide({ empty: () => timeOf(empty, []), list }, ROUNDS);
  const changed = sideBySide({ list: () => changeOne(workspace, ids) + list() }, 5);
  const limit = LIMITS.get(count);
  return [
    count.toLocaleString("en"),
    ms(steady.empty),
    ms(steady.list),
    times(steady.list / steady.empty),
    limit ? times(limit) : "",
    ms(first),
    ms(changed.list),
  ];
}

/** Edits a manifest as an editor would. Takes no time. */
function changeOne(workspace, ids) {
  appendFileSync(join(workspace, "sessions", ids[Math.floor(ids.length / 2)], "session_manifest.yaml"), "# edited\n");
  return 0;
}

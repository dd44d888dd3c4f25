// `npm run bench [NAME …] [-- --write]`: measures, prints Markdown, and with --write puts it into docs/performance.md.
// A bench is a function that resolves with Markdown, or with null where it can't be run; add it to the list, and two
// comments with its name to the page. What it opens it registers in closing.mjs, and need not close.
import { readFileSync, writeFileSync } from "node:fs";
import { constants, cpus, loadavg, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { closeAll } from "./closing.mjs";
import { benchEightTabs } from "./eight-tabs.mjs";
import { benchFirstIndex } from "./first-index.mjs";
import { benchFirstLoad } from "./first-load.mjs";
import { benchListRoute } from "./list-route.mjs";
import { benchRail } from "./rail.mjs";
import { benchResume } from "./resume.mjs";
import { benchSearch } from "./search.mjs";
import { benchSearchPage } from "./search-page.mjs";
import { benchSessionList } from "./session-list.mjs";
import { benchTranscript } from "./transcript.mjs";

const BENCHES = new Map([
  ["session-list", benchSessionList],
  ["list-route", benchListRoute],
  ["resume", benchResume],
  ["first-load", benchFirstLoad],
  ["rail", benchRail],
  ["eight-tabs", benchEightTabs],
  ["transcript", benchTranscript],
  ["search", benchSearch],
  ["search-page", benchSearchPage],
  ["first-index", benchFirstIndex],
]);
const PAGE = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));

const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith("-"));
const unknown = wanted.find((name) => !BENCHES.has(name));
if (unknown) {
  console.error(`There is no bench ${unknown}. There are: ${[...BENCHES.keys()].join(", ")}.`);
  process.exit(2);
}

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop(signal));

for (const [name, bench] of BENCHES) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const before = loadavg()[0];
  const result = await run(bench);
  if (result === null) continue;
  const text = `${result}\n\n${circumstances(before)}`;
  console.log(`## ${name}\n\n${text}\n`);
  if (args.includes("--write")) writeSection(name, text);
}

async function run(bench) {
  try {
    return await bench();
  } catch (error) {
    // What fails because it is being closed is no news, and the process ends when all of it is.
    if (stopping) return await new Promise(() => {});
    throw error;
  } finally {
    if (!stopping) await closeAll();
  }
}

async function stop(signal) {
  if (stopping) return;
  stopping = true;
  await closeAll();
  process.exit(128 + constants.signals[signal]);
}

function circumstances(load) {
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${memory} GiB, ${process.platform}`;
  const when = new Date().toISOString().slice(0, 10);
  return `${when}, Node ${process.versions.node}, ${machine}; load ${load.toFixed(1)} before the run.`;
}

function writeSection(name, text) {
  const page = readFileSync(PAGE, "utf8");
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no ${begin} … ${end}.`);
  writeFileSync(PAGE, `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`);
}

// `npm run bench [NAME …] [-- --write]`: measures, prints Markdown, and with --write puts it into docs/performance.md.
// A bench is a function that returns Markdown; add it to the list, and two comments with its name to the page.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { benchSessionList } from "./session-list.mjs";

const BENCHES = new Map([["session-list", benchSessionList]]);
const PAGE = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));

const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith("-"));
const unknown = wanted.find((name) => !BENCHES.has(name));
if (unknown) {
  console.error(`There is no bench ${unknown}. There are: ${[...BENCHES.keys()].join(", ")}.`);
  process.exit(2);
}

for (const [name, bench] of BENCHES) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const before = loadavg()[0];
  const result = `${await bench()}\n\n${circumstances(before)}`;
  console.log(`## ${name}\n\n${result}\n`);
  if (args.includes("--write")) writeSection(name, result);
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

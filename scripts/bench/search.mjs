// How fast the index of transcripts is, beside an index that parses everything, `cat`, and an empty program.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeClaudeCorpus } from "./claude-corpus.mjs";
import { whenDone } from "./closing.mjs";
import { count, markdownTable, median, ms, percentile, sideBySide, times } from "./measures.mjs";
import { createEmptyProgram, THOTH } from "./programs.mjs";

const SIZES = {
  small: { name: "238 MB", files: 237, bytes: 238e6, rounds: 5 },
  large: { name: "2.4 GB", files: 2370, bytes: 2.38e9, rounds: 3 },
};
const QUERY_ROUNDS = 9;
const MB = 1e6;
const program = (name) => join(import.meta.dirname, name);

export async function benchSearch() {
  const sizes = process.argv.includes("--large") ? [SIZES.small, SIZES.large] : [SIZES.small];
  const columns = [];
  for (const size of sizes) columns.push(await measure(size));
  const rows = columns[0].map(([label], index) => [label, ...columns.map((column) => column[index][1])]);
  return markdownTable(["", ...sizes.map(({ name }) => name)], rows);
}

async function measure({ files, bytes, rounds }) {
  const folder = mkdtempSync(join(tmpdir(), "thoth-bench-search-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  whenDone(remove);
  const corpus = join(folder, "corpus");
  const written = writeClaudeCorpus(corpus, { files, bytes });
  const paths = readdirSync(corpus).map((name) => join(corpus, name));
  const databases = { ours: join(folder, "ours.db"), parsed: join(folder, "parsed.db") };
  const said = {};
  const last = {};

  const index = (name, file) => async () => {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(databases[name] + suffix, { force: true });
    const begun = performance.now();
    last[name] = node([program(file), corpus, databases[name]]);
    return performance.now() - begun;
  };
  const actions = {
    ours: index("ours", "index-transcripts.mjs"),
    parsed: index("parsed", "parse-everything.mjs"),
    read: async () => timed(() => execFileSync(process.execPath, [program("read-everything.mjs"), corpus])),
    cat: async () => timed(() => spawnSync("cat", paths, { stdio: ["ignore", "ignore", "ignore"] })),
  };
  // What is compiled and cached once is not what is measured.
  for (const [name, file] of [
    ["ours", "index-transcripts.mjs"],
    ["parsed", "parse-everything.mjs"],
  ]) {
    await actions[name]();
    said[name] = node([program(file), corpus, `${databases[name]}.hashed`], { HASH: "1" }).said;
  }
  const first = await sideBySide(actions, rounds);
  const { took, excess } = node([program("index-transcripts.mjs"), corpus, databases.ours, "live"]);
  const queries = await queriesOf(folder, corpus);
  remove();
  return [
    ["transcripts", `${(written / MB).toFixed(0)} MB in ${count(files)} files`],
    ["first index, an index that parses everything", `${ms(first.parsed)} ms`],
    ["first index", `${ms(first.ours)} ms, ${times(first.parsed / first.ours)} as fast`],
    ["… beside `cat` of the files", `${ms(first.cat)} ms, ${times(first.ours / first.cat)} as long`],
    ["… beside a Node program that only reads them", `${ms(first.read)} ms, ${times(first.ours / first.read)} as long`],
    ["the same turns as that index has", said.ours === said.parsed ? "yes" : "NO"],
    ["processor time of it", `${cpu(last.ours)} ms (the other: ${cpu(last.parsed)})`],
    ["memory at most", `${(last.ours.rss / MB).toFixed(0)} MB (the other: ${(last.parsed.rss / MB).toFixed(0)})`],
    ["database", `${((last.ours.bytes / written) * 100).toFixed(1)} % of the transcripts`],
    [
      "a session has grown, and a question, in process",
      `${took50(took)} ms (p95 ${percentile(took, 0.95).toFixed(1)})`,
    ],
    ["… read beyond what was added", `${count(excess)} bytes at most`],
    ...queries,
  ];
}

const cpu = ({ cpu: { user, system } }) => ms((user + system) / 1000);
const took50 = (took) => median(took).toFixed(1);

/** `thoth sessions WORD`, from its start to its end, beside a program that does nothing. */
async function queriesOf(folder, corpus) {
  const state = join(folder, "state");
  const cwd = join(folder, "nowhere");
  mkdirSync(cwd, { recursive: true });
  const env = { ...process.env, THOTH_SESSIONS_DIR: corpus, XDG_STATE_HOME: state, HOME: folder, THT_WORKSPACE: "" };
  const ask = (q) => () => execFileSync(THOTH, ["sessions", q], { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
  const empty = createEmptyProgram(folder);
  ask("warm")();
  const actions = {
    empty: async () => timed(() => execFileSync(empty, [], { stdio: "ignore" })),
    rare: async () => timed(ask('"question number 7 about"')),
    common: async () => timed(ask("cache")),
  };
  const rg = spawnSync("rg", ["--version"]).status === 0;
  if (rg) actions.rg = async () => timed(() => spawnSync("rg", ["-c", "glyphcache", corpus], { stdio: "ignore" }));
  const result = await sideBySide(actions, QUERY_ROUNDS);
  const share = (time) => times(time / result.rg);
  const over = (time) => `${ms(time)} ms, ${ms(time - result.empty)} over an empty program`;
  return [
    ["`thoth sessions`, a rare phrase", over(result.rare)],
    ["`thoth sessions`, a common word", over(result.common)],
    ["`rg -c` of a word", rg ? `${ms(result.rg)} ms` : "not installed"],
    ["… `thoth sessions` beside it, rare and common", rg ? `${share(result.rare)}, ${share(result.common)}` : "–"],
  ];
}

function node(args, env = {}) {
  return JSON.parse(execFileSync(process.execPath, args, { env: { ...process.env, ...env }, encoding: "utf8" }));
}

function timed(action) {
  const begun = performance.now();
  action();
  return performance.now() - begun;
}

// `npm test` and `npm run check`: every check, one after another, each run even when an earlier one failed, and a last
// line that counts: `N passed, N failed, N skipped`. A check without tests of its own (types, lint, …) counts as one.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tallyPlaywright, tallyVitest } from "./tally.mjs";

const withoutBrowser = process.argv.includes("--no-e2e");
const results = "test-results";
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const count = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

function run(title, command, args, tally) {
  console.log(`\n== ${title}`);
  const started = performance.now();
  const { status, error } = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  const ok = status === 0 && !error;
  const counted = tally?.() ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  // A runner that dies before it reports, or reports no failure and yet fails, must not pass.
  if (!ok && counted.failed === 0) counted.failed = 1;
  for (const key of Object.keys(count)) count[key] += counted[key];
  if (!ok) failures.push(title);
  console.log(`== ${title}: ${ok ? "ok" : "FAILED"} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

/** Reads a runner's report; one that is missing or cut short is a failure. */
function reportOf(name, tally) {
  return () => {
    try {
      return tally(JSON.parse(readFileSync(`${results}/${name}.json`, "utf8")));
    } catch (error) {
      console.error(`${results}/${name}.json can't be read: ${error.message}`);
      return { passed: 0, failed: 1, skipped: 0 };
    }
  };
}

run("lint and format (biome)", "biome", ["check", "--error-on-warnings", "."]);
for (const part of ["harness-stub", "backend", "frontend", "frontend/e2e"]) {
  run(`types of ${part} (tsc)`, "tsc", ["--noEmit", "-p", part]);
}
run("directions (dependency-cruiser)", "depcruise", [
  "--config",
  ".dependency-cruiser.mjs",
  "backend",
  "frontend",
  "harness-stub",
]);
run("unused code (knip)", "knip", []);
run("docs/openapi.json is current", process.execPath, ["scripts/openapi.mjs", "--check"]);
run("the page builds (vite)", "sh", ["scripts/build.sh"]);
run(
  "tests (vitest)",
  "vitest",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}/vitest.json`],
  reportOf("vitest", tallyVitest),
);
if (!withoutBrowser) run("end to end (playwright)", "playwright", ["test"], reportOf("playwright", tallyPlaywright));

const summary = `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`;
if (failures.length) console.log(`\nFailed: ${failures.join(" · ")}`);
writeFileSync(`${results}/summary.txt`, `${summary}\n`);
console.log(`\n${summary}`);
process.exitCode = count.failed ? 1 : 0;

// Makes an index of a folder of transcripts, and prints what it took as JSON: index-transcripts.mjs FOLDER DATABASE [live]
// With `live` the index is there: a session grows while it is asked, again and again.
import { createHash } from "node:crypto";
import { appendFileSync, readdirSync, statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const [folder, file, live] = process.argv.slice(2);
const ROUNDS = 60;
const SHORTEST = 20;
const ROLES = ["user", "assistant", "summary", "document", "decision"];

enableCompileCache();
const { createSearch } = await import("../../backend/src/search/search.ts");
let bytesRead = 0;
const search = createSearch({
  file,
  settings: async () => ({ enabled: true, keepGone: true, projects: [folder] }),
  own: null,
  ...(live ? { readers: [await countingReader()] } : {}),
  env: { THOTH_SESSIONS_DIR: folder },
  resumeOwn: () => [],
  now: () => new Date(),
});
await search.search({ q: "warm" });
if (live) console.log(JSON.stringify(await grow()));
await search.close();
if (!live) {
  const { maxRSS } = process.resourceUsage();
  const made = { rss: maxRSS * 1024, cpu: process.cpuUsage(), bytes: statSync(file).size };
  console.log(JSON.stringify({ ...made, said: process.env.HASH ? whatWasSaid() : null }));
}

async function countingReader() {
  const { claude } = await import("../../backend/src/transcripts/readers/claude.ts");
  return {
    ...claude,
    read(...args) {
      const reading = claude.read(...args);
      bytesRead += reading?.bytesRead ?? 0;
      return reading;
    },
  };
}

/** A turn more in the largest session, and a question; how long each took, and how much more was read than written. */
async function grow() {
  const sizes = readdirSync(folder).map((name) => ({
    path: join(folder, name),
    size: statSync(join(folder, name)).size,
  }));
  const { path } = sizes.sort((a, b) => b.size - a.size)[0];
  const took = [];
  let excess = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const uuid = `00000000-0000-4000-8000-${String(round).padStart(12, "0")}`;
    const message = { role: "user", content: `A live question number ${round} about the warm-up of caches.` };
    const line = `${JSON.stringify({ type: "user", uuid, timestamp: new Date().toISOString(), cwd: folder, message })}\n`;
    appendFileSync(path, line);
    bytesRead = 0;
    const begun = performance.now();
    const { hits } = await search.search({ q: `"question number ${round} about"` });
    took.push(performance.now() - begun);
    if (hits.length !== 1) throw new Error(`round ${round}: ${hits.length} hits`);
    excess = Math.max(excess, bytesRead - Buffer.byteLength(line));
  }
  return { took, excess };
}

function whatWasSaid() {
  const rows = new DatabaseSync(file).prepare("SELECT t.role, x.text FROM turns t JOIN texts x ON x.id = t.id").all();
  const long = rows.filter(({ text }) => text.length >= SHORTEST);
  const hashes = long.map(({ role, text }) => createHash("sha1").update(`${ROLES[role]}\0${text}`).digest("hex"));
  return createHash("sha256").update(hashes.sort().join("\n")).digest("hex");
}

// What an index of transcripts does that takes no trouble: every line is read and parsed, and what was said goes into a
// full-text table with stemming, a transaction a file. Prints what it took as JSON: parse-everything.mjs FOLDER DATABASE
import { createHash } from "node:crypto";
import { createReadStream, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";

const [folder, file] = process.argv.slice(2);
const SHORTEST = 20;
const sql = new DatabaseSync(file);
sql.exec(
  "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE TABLE files(path TEXT UNIQUE, size INT, mtime INT);" +
    "CREATE VIRTUAL TABLE said USING fts5(text, session UNINDEXED, role UNINDEXED, ts UNINDEXED, tokenize='porter unicode61')",
);
const insert = sql.prepare("INSERT INTO said VALUES (?, ?, ?, ?)");
const insertFile = sql.prepare("INSERT INTO files VALUES (?, ?, ?)");
const hashes = [];

for (const name of readdirSync(folder)) {
  const path = join(folder, name);
  const { size, mtimeMs } = statSync(path);
  sql.exec("BEGIN IMMEDIATE");
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const entry = JSON.parse(line);
    if ((entry.type !== "user" && entry.type !== "assistant") || entry.isMeta || entry.isSidechain) continue;
    const { content } = entry.message;
    const blocks = Array.isArray(content)
      ? content.filter(({ type }) => type === "text").map(({ text }) => text)
      : [content];
    const text = blocks.join("\n\n").trim();
    if (text.length < SHORTEST) continue;
    insert.run(text, entry.sessionId, entry.type, entry.timestamp);
    if (process.env.HASH) hashes.push(createHash("sha1").update(`${entry.type}\0${text}`).digest("hex"));
  }
  insertFile.run(path, size, mtimeMs);
  sql.exec("COMMIT");
}
sql.close();
const said = createHash("sha256").update(hashes.sort().join("\n")).digest("hex");
console.log(JSON.stringify({ rss: process.resourceUsage().maxRSS * 1024, cpu: process.cpuUsage(), said }));

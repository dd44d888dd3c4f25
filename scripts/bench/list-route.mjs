import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./closing.mjs";
import { ask, crowd } from "./crowd.mjs";
import { count, kilobytes, markdownTable, ms, percentile, sideBySide, times } from "./measures.mjs";
import { end, lineOf, start, THT, timeOf } from "./programs.mjs";
import { startServer } from "./server.mjs";
import { createSessions } from "./session-folders.mjs";

const SIZES = [1_000, 10_000];
const CLIENTS = 50;
const ROUNDS = 3;
/** Of each round, whichever comes first. */
const REQUESTS = 500;
const LIMIT_MS = 5_000;

/** `GET /sessions` under fifty clients, beside one `tht session list` and a route that only sends. Resolves with Markdown. */
export async function benchListRoute() {
  const folder = temporaryFolder("route");
  const rows = [];
  for (const size of SIZES) rows.push(...(await measure(folder, size)));
  const header = [
    "sessions",
    "one `tht session list`, ms",
    "answer",
    "KB",
    "bare route: a second",
    "p50, ms",
    "p95, ms",
    "server: a second",
    "p50, ms",
    "p95, ms",
    "bare ÷ server",
  ];
  return markdownTable(header, rows);
}

async function measure(folder, size) {
  console.error(`list route: ${size} sessions …`);
  const workspace = join(folder, `workspace-${size}`);
  createSessions(workspace, size);
  const list = () => timeOf(THT, ["--workspace", workspace, "session", "list", "--json"]);
  // Two to make the index, for the second still reads what was as young as the first one's.
  await list();
  await list();
  const one = await sideBySide({ list }, 5);

  const server = await startServer(workspace);
  const questions = await questionsTo(server);
  const bare = await startBareRoute(join(folder, `answers-${size}.json`), questions);
  const rows = [];
  for (const { name, path, headers, expected } of questions) {
    const load = { expected, clients: CLIENTS, requests: REQUESTS, limitMs: LIMIT_MS };
    const sides = {
      bare: { url: `${bare.origin}${path}`, headers: {} },
      server: { url: `${server.origin}/sessions`, headers },
    };
    const found = { bare: [], server: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const side of ["bare", "server"]) found[side].push(await crowd({ ...load, ...sides[side] }));
    }
    const [least, real] = [summary(found.bare), summary(found.server)];
    const figures = [...columns(least), ...columns(real), times(least.rate / real.rate)];
    rows.push([count(size), ms(one.list), name, kilobytes(expected.body.length), ...figures]);
  }
  await end(server.child);
  await end(bare.child);
  return rows;
}

/** The three ways a page asks, with what the server answers to each: all of it, compressed, or that nothing has changed. */
async function questionsTo(server) {
  const url = `${server.origin}/sessions`;
  const question = async (name, path, more) => {
    const headers = { ...server.headers, ...more };
    return { name, path, headers, expected: await ask(url, { headers }) };
  };
  const whole = await question("whole", "/whole", { "accept-encoding": "identity" });
  const packed = await question("brotli", "/brotli", { "accept-encoding": "br" });
  const same = await question("304", "/same", { "if-none-match": whole.expected.headers.etag });
  return [whole, packed, same];
}

async function startBareRoute(file, questions) {
  const answers = questions.map(({ path, expected: { status, headers, body } }) => {
    const { "content-type": type, "content-encoding": encoding, etag } = headers;
    const kept = Object.entries({ "content-type": type, "content-encoding": encoding, etag });
    return {
      path,
      status,
      headers: Object.fromEntries(kept.filter(([, value]) => value)),
      body: body.toString("base64"),
    };
  });
  writeFileSync(file, JSON.stringify(answers));
  const child = start(process.execPath, [join(import.meta.dirname, "bare-route.mjs"), file]);
  return { child, origin: await lineOf(child, (line) => /^http\S+/.exec(line)?.[0] ?? null) };
}

function summary(rounds) {
  const answers = rounds.flatMap((round) => round.answers);
  const took = rounds.reduce((sum, round) => sum + round.took, 0);
  return { rate: (answers.length / took) * 1000, p50: percentile(answers, 0.5), p95: percentile(answers, 0.95) };
}

const columns = ({ rate, p50, p95 }) => [rate < 100 ? rate.toFixed(1) : count(Math.round(rate)), ms(p50), ms(p95)];

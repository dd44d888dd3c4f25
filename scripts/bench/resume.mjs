import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./closing.mjs";
import { openLive } from "./live.mjs";
import { markdownTable, median, ms, times } from "./measures.mjs";
import { end, lineOf, start } from "./programs.mjs";
import { createDemo, startServer } from "./server.mjs";

const ROUNDS = 5;
const LIMIT_MS = 60_000;
/** The program that the server starts as its agent. */
const PI = join(import.meta.dirname, "../../backend/node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");

/** From *Resume* to the gate that can be answered, beside a Pi that only starts. Resolves with Markdown. */
export async function benchResume() {
  const folder = temporaryFolder("resume");
  const { workspace, sessions } = await createDemo(folder);
  const { id } = sessions.find(({ status, phase }) => status === "open" && phase.code === "F4");
  const server = await startServer(workspace);
  const live = await openLive(server);
  live.subscribe(`session:${id}`);

  console.error("resume: the first ones, without a compile cache …");
  const bareHome = join(folder, "pi");
  mkdirSync(join(bareHome, "tmp"), { recursive: true });
  const first = { pi: await startPi(bareHome), ...(await resume(server, live, id)) };
  const rounds = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    console.error(`resume: ${round} of ${ROUNDS} …`);
    rounds.push({ pi: await startPi(bareHome), ...(await resume(server, live, id)) });
  }
  live.close();
  await end(server.child);

  const middle = (name) => median(rounds.map((round) => round[name]));
  const row = (name, { pi, running, gate }) => [name, ms(pi), ms(running), ms(gate), ms(gate - pi), times(gate / pi)];
  return markdownTable(
    ["", "bare Pi, ms", "resume → it has its prompt, ms", "resume → gate, ms", "gate − bare, ms", "gate ÷ bare"],
    [
      row("first of a server", first),
      row(`median of ${ROUNDS}`, { pi: middle("pi"), running: middle("running"), gate: middle("gate") }),
    ],
  );
}

/** How long Pi takes from its start to its first answer, in ms: no extension, no prompt, no skill, no session. */
async function startPi(home) {
  const begun = performance.now();
  const args = [PI, "--mode", "rpc", "-ne", "-np", "-ns", "-nc", "--no-mcp", "--no-session", "--offline"];
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    TMPDIR: join(home, "tmp"),
    PI_CODING_AGENT_DIR: home,
    PI_OFFLINE: "1",
  };
  const child = start(process.execPath, args, { env, cwd: home });
  child.stdin.write('{"id":"1","type":"get_state"}\n');
  await lineOf(child, (line) => (line.includes('"response"') ? line : null), LIMIT_MS);
  const took = performance.now() - begun;
  await end(child);
  return took;
}

/** Resumes a session that waits at its gate, and stops it again. How long until Pi ran and until it asked, in ms. */
async function resume(server, live, id) {
  const begun = performance.now();
  const running = live.next(({ event, data }) => event === "runtime" && data?.state === "running", LIMIT_MS);
  const gate = live.next(({ event, data }) => event === "gate" && !data.paused, LIMIT_MS);
  await post(server, `/sessions/${id}/resume`);
  const found = { running: (await running) - begun, gate: (await gate) - begun };
  const gone = live.next(({ event, data }) => event === "runtime" && data === null, LIMIT_MS);
  await post(server, `/sessions/${id}/stop`);
  await gone;
  return found;
}

async function post(server, path) {
  const answer = await fetch(`${server.origin}${path}`, { method: "POST", headers: server.headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}

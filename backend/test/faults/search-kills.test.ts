import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { connectMcp, expectNoDuplicates, type Place, parseAnswer, searchWith, turnsIn } from "../search-programs.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { startThoth } from "../thoth-program.ts";
import { type Corpus, MARK, transcriptOf, writeCorpus } from "../transcript-corpus.ts";

// Programs that index are killed at some moment between their start and their end. `npm run test:faults` does it longer.
const LONG = process.env.THOTH_FAULTS === "long";
const SESSIONS = 120;
const BYTES = (LONG ? 100 : 10) * 2 ** 20;
const KILLS = LONG ? 40 : 2;
const TIMEOUT = LONG ? 1_200_000 : 180_000;
const ASK = [MARK, "--limit", "200"];

let place: Place;
let state: string;
let file: string;
let corpus: Corpus;
beforeEach(async () => {
  const home = temporaryFolder();
  const cwd = join(home, "repo");
  state = join(home, "state");
  file = join(state, "thoth/sessions.db");
  await mkdir(join(cwd, ".git"), { recursive: true });
  place = { cwd, env: { PATH: process.env.PATH ?? "", HOME: home, XDG_STATE_HOME: state } };
  corpus = writeCorpus(home, cwd, { sessions: SESSIONS, bytes: BYTES });
});

/** Sessions the index has; it may be anything at all. */
function progress(): number {
  if (!existsSync(file)) return 0;
  const database = new DatabaseSync(file);
  try {
    return Number(database.prepare("SELECT count(*) AS n FROM files WHERE size >= 0").get()?.n);
  } catch {
    return 0;
  } finally {
    database.close();
  }
}

async function expectWhole() {
  const answer = await searchWith(place, ASK);
  expect(answer).toMatchObject({ stale: false, indexing: null, problems: [], notice: null });
  expect(answer.hits).toHaveLength(SESSIONS);
  expectNoDuplicates(answer);
  expect(turnsIn(file)).toBe(corpus.turns);
}

/** What there is to do for the program that is killed. */
const works: Record<string, () => Promise<string[]>> = {
  async "a first index"() {
    await rm(state, { recursive: true, force: true });
    return ASK;
  },
  async "files that changed"() {
    // Another time makes it read the file anew, whole.
    for (let n = 0; n < SESSIONS; n += 2)
      await utimes(transcriptOf(place.env.HOME ?? "", place.cwd, n), 0, randomInt(1e9));
    return ASK;
  },
  "all anew": async () => ["reindex"],
};

test(
  "killed while it indexes, beside others that search: those answer, and the next one completes a sound index",
  async () => {
    await expectWhole();
    const took: Record<string, number> = {};
    let midway = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const names = Object.keys(works);
      const name = names[kill % names.length] as string;
      const args = (await works[name]?.()) ?? ASK;
      if (took[name] === undefined) {
        const begun = performance.now();
        expect(await startThoth(place, ["sessions", ...args]).ended).toMatchObject({ code: 0, stderr: "" });
        took[name] = performance.now() - begun;
        await works[name]?.();
      }
      const victim = startThoth(place, ["sessions", ...args]);
      const bystander = startThoth(place, ["sessions", ...ASK, "--json"]);
      // It takes a while to begin, and longer beside another one.
      await delay(randomInt(Math.ceil(took[name] * 0.25), Math.ceil(took[name] * 1.25)));
      victim.kill();
      const done = progress();
      if (done > 0 && done < SESSIONS) midway++;
      await victim.ended;
      expectNoDuplicates(parseAnswer(await bystander.ended));
      await expectWhole();
    }
    console.info(`${KILLS} kills, ${midway} with an index that was there in part`);
  },
  TIMEOUT,
);

test(
  "an agent's server killed while it indexes, again and again before any index is complete",
  async () => {
    for (let round = 0; round < KILLS / 2; round++) {
      await rm(state, { recursive: true, force: true });
      for (let again = 0; again < 3; again++) {
        const agent = await connectMcp(place);
        const calls = Array.from({ length: 6 }, () => agent.call("thoth_sessions", { query: MARK }));
        const settled = Promise.allSettled(calls);
        await delay(randomInt(LONG ? 1500 : 250));
        process.kill(agent.pid, "SIGKILL");
        await settled;
        await agent.close();
      }
      await expectWhole();
    }
  },
  TIMEOUT,
);

import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SearchAnswer } from "../../api/search.ts";
import { makeWorkspace, type TestWorkspace } from "../chat-server.ts";
import { connectMcp, expectNoDuplicates, type Place, searchWith, turnsIn } from "../search-programs.ts";
import { startServerProcess } from "../server-process.ts";
import { MARK, writeCorpus } from "../transcript-corpus.ts";

const LONG = process.env.THOTH_FAULTS === "long";
const SESSIONS = 120;
const BYTES = (LONG ? 100 : 10) * 2 ** 20;
const ROUNDS = LONG ? 5 : 1;
const OWN = 3;
const SIX = Array.from({ length: 6 }, (_, n) => n);

let workspace: TestWorkspace;
let place: Place;
beforeEach(async () => {
  workspace = await makeWorkspace();
  const home = join(workspace.base, "home");
  await mkdir(home);
  place = { cwd: workspace.dir, env: { PATH: process.env.PATH ?? "", HOME: home } };
}, 60_000);
afterEach(() => workspace.remove());

const idsOf = ({ hits }: SearchAnswer) => hits.map(({ sessionId }) => sessionId).sort();

test(
  "a server, six calls of an agent and six programs on a cold index at once: no error, nothing twice, all of it after",
  async () => {
    const corpus = writeCorpus(place.env.HOME ?? "", workspace.dir, { sessions: SESSIONS, bytes: BYTES });
    for (const n of SIX.slice(0, OWN)) await workspace.newSession(`Perché il ${MARK} numero ${n}?`);
    const all = SESSIONS + OWN;
    for (let round = 0; round < ROUNDS; round++) {
      await rm(join(workspace.dir, ".thoth"), { recursive: true, force: true });
      const starting = startServerProcess(workspace, place.env);
      const connecting = connectMcp(place);
      const programs = SIX.map(() => searchWith(place, [MARK, "--limit", "200"]));
      const [server, agent] = await Promise.all([starting, connecting]);
      const ask = async () => {
        const { status, body } = await server.get(`/search?q=${MARK}&limit=200`);
        expect(status, JSON.stringify(body)).toBe(200);
        return body as SearchAnswer;
      };
      try {
        const calls = SIX.map(() => agent.call("thoth_sessions", { query: MARK, limit: 50 }));
        for (const asked of [SIX.map(ask), programs]) {
          for (const answer of await Promise.all(asked)) {
            expectNoDuplicates(answer);
            expect(answer.problems).toEqual([]);
            // What is not all of it says so.
            if (answer.hits.length < all) expect([answer.stale, answer.indexing]).not.toEqual([false, null]);
          }
        }
        for (const text of await Promise.all(calls)) {
          const found = [...text.matchAll(/^\d+\. (\S+)/gm)].map(([, id]) => id);
          expect(new Set(found).size).toBe(found.length);
        }
        await server.until(async () => expect(await ask()).toMatchObject({ stale: false, indexing: null }), 120_000);
        const last = await ask();
        expect(last.hits).toHaveLength(all);
        expectNoDuplicates(last);
        expect(idsOf(await searchWith(place, [MARK, "--limit", "200"]))).toEqual(idsOf(last));
        const whole = await agent.call("thoth_sessions", { query: MARK, limit: 50 });
        const left = Number(/^\(Cut here: (\d+) more hits/m.exec(whole)?.[1] ?? 0);
        expect([...whole.matchAll(/^\d+\. /gm)].length + left).toBe(50);
        expect(turnsIn(join(workspace.dir, ".thoth/sessions.db"))).toBe(corpus.turns);
        expect(server.said()).not.toMatch(/"level":(50|60)|Error/);
      } finally {
        await agent.close();
        await server.kill("SIGINT");
      }
    }
  },
  LONG ? 900_000 : 180_000,
);

import { expect, test } from "vitest";
import { makeWorkspace } from "../chat-server.ts";
import { buildServer, TOKEN } from "../helper.ts";

// Half a minute of everybody at once is for `npm run test:faults`; each change runs a short one.
const LONG = process.env.THOTH_FAULTS === "long";
const MS = LONG ? 30_000 : 2_500;
const READERS = LONG ? 200 : 40;
const WRITERS = 20;

interface Row {
  id: string;
  name: string | null;
}

test(`${READERS} who read and ${WRITERS} who change, half of them one session: no error, no lost change`, async () => {
  const own = await makeWorkspace();
  const ids = [await own.newSession(), await own.newSession(), await own.newSession()];
  const tht = new URL("../../../harness-stub/bin/tht.js", import.meta.url).pathname;
  const env = { THT_BIN: JSON.stringify([process.execPath, tht]), THT_WORKSPACE: own.dir };
  const server = await buildServer({ env, workspace: own.dir });
  const url = await server.listen();
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const end = Date.now() + MS;
  const statuses = new Map<string, number>();
  const last = new Map<string, string>();
  const rss: number[] = [];

  async function ask(path: string, body?: unknown): Promise<unknown> {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(url + path, { headers, ...init });
    const key = `${body === undefined ? "GET" : "POST"} ${answer.status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
    return answer.json();
  }

  async function reader(n: number) {
    const paths = ["/sessions", `/sessions/${ids[n % ids.length]}`, "/workspace"];
    for (let turn = n; Date.now() < end; turn++) await ask(paths[turn % paths.length] as string);
  }

  async function writer(n: number) {
    const id = (n < WRITERS / 2 ? ids[0] : ids[1 + (n % 2)]) as string;
    for (let turn = 0; Date.now() < end; turn++) {
      const name = `${n}.${turn}`;
      // The row that answers a change is that change, whatever comes right after it.
      expect(((await ask(`/sessions/${id}/rename`, { name })) as Row).name).toBe(name);
      last.set(id, name);
    }
  }

  const sampling = setInterval(() => rss.push(process.memoryUsage().rss), 500);
  try {
    const crowd = [...Array.from({ length: READERS }, (_, n) => reader(n))];
    await Promise.all([...crowd, ...Array.from({ length: WRITERS }, (_, n) => writer(n))]);
  } finally {
    clearInterval(sampling);
  }
  expect([...statuses.keys()].sort()).toEqual(["GET 200", "POST 200"]);
  const rows = (await ask("/sessions")) as Row[];
  for (const [id, name] of last) expect(rows.find((row) => row.id === id)?.name).toBe(name);
  const half = rss.slice(Math.floor(rss.length / 2));
  expect(Math.max(...half) - Math.min(...half)).toBeLessThan(150 * 1024 * 1024);
  await server.app.close();
  await own.remove();
}, 120_000);

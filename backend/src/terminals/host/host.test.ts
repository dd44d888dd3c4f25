import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../test/helper.ts";
import { createManualClock } from "../../../test/manual-clock.ts";
import { until } from "../../../test/terminal-server.ts";
import { processEntry } from "../../lib/process-tree.ts";
import { ABANDONED_MS, createHost, IDLE_MS, KEPT_ENDED } from "./host.ts";

async function openHost() {
  const clock = createManualClock();
  const state = { ended: 0, ids: [] as string[] };
  const host = createHost({
    clock,
    folder: await temporaryFolder(),
    onTerminals: async (ids) => {
      state.ids = ids;
    },
    onChange: () => {},
    onError: (error) => {
      throw error;
    },
    onEnd: () => state.ended++,
  });
  onTestFinished(() => host.stop());
  const open = (argv = ["sleep", "1000"]) =>
    host.create({
      argv,
      cwd: "/",
      cols: 80,
      rows: 24,
      title: "",
      env: { PATH: process.env.PATH ?? "" },
      agent: null,
      agentSessionId: null,
      session: null,
    });
  return { host, clock, state, open };
}

test("a host without terminals ends after a minute, whether or not a server is there", async () => {
  const { host, clock, state } = await openHost();
  host.watch(() => {});
  clock.pass(IDLE_MS - 1);
  expect([state.ended, host.closing]).toEqual([0, false]);
  clock.pass(1);
  expect([state.ended, host.closing]).toEqual([1, true]);
});

test("the minute begins with the end of its last terminal; one whose program has ended still counts", async () => {
  const { host, clock, state, open } = await openHost();
  host.watch(() => {});
  const first = await open();
  const second = await open(["true"]);
  expect(state.ids).toEqual([first.id, second.id]);
  clock.pass(2 * IDLE_MS);
  await host.end(first.id);
  await until(() => expect(host.get(second.id).info).toMatchObject({ state: "exited", exitCode: 0 }));
  clock.pass(2 * IDLE_MS);
  expect(state.ended).toBe(0);
  await host.end(second.id);
  expect(state.ids).toEqual([]);
  clock.pass(IDLE_MS - 1);
  const third = await open();
  clock.pass(2 * IDLE_MS);
  expect(state.ended).toBe(0);
  await host.end(third.id);
  clock.pass(IDLE_MS);
  expect(state.ended).toBe(1);
});

test("terminals that no server asks about for twelve hours are ended, and the host with them", async () => {
  const { host, clock, state, open } = await openHost();
  const leave = host.watch(() => {});
  const { pid } = await open();
  clock.pass(2 * ABANDONED_MS);
  leave();
  clock.pass(ABANDONED_MS - 1);
  // A server that comes back in time starts the count anew.
  host.watch(() => {})();
  clock.pass(ABANDONED_MS - 1);
  expect([state.ended, processEntry(pid) !== null]).toEqual([0, true]);
  clock.pass(1);
  await until(() => expect([state.ended, processEntry(pid)]).toEqual([1, null]));
});

test("what came, changed and went is told once to each who listens", async () => {
  const { host, open } = await openHost();
  const heard: string[] = [];
  const leave = host.watch(({ changed, gone }) => heard.push(...changed.map(({ state }) => state), ...gone));
  const { id } = await open(["true"]);
  await until(() => expect(host.get(id).info.state).toBe("exited"));
  await host.end(id);
  expect(heard.at(-1)).toBe(id);
  expect(heard).toContain("exited");
  leave();
  const before = heard.length;
  await open(["true"]);
  expect(heard).toHaveLength(before);
});

test("of terminals whose program has ended only the newest are kept", async () => {
  const { host, open } = await openHost();
  const running = await open();
  const made: string[] = [];
  for (let n = 0; n < KEPT_ENDED + 2; n++) {
    const { id } = await open(["true"]);
    made.push(id);
    await until(() => expect(host.get(id).info.state).toBe("exited"));
  }
  await open();
  const kept = host.list().map(({ id }) => id);
  expect([kept.length, kept.includes(running.id)]).toEqual([KEPT_ENDED + 2, true]);
  expect(made.filter((id) => !kept.includes(id))).toEqual(made.slice(0, 2));
});

test("an id that is not there is refused", async () => {
  const { host } = await openHost();
  expect(() => host.get("t-none")).toThrow("There is no terminal t-none");
  await expect(host.end("t-none")).rejects.toMatchObject({ failure: { code: "terminal-not-found" } });
});

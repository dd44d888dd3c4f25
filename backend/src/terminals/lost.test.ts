import { expect, test } from "vitest";
import { openTerminalServer, until } from "../../test/terminal-server.ts";
import { readHostRecords } from "./host/host-record.ts";

test("when the host is killed the pages are told, its terminals stay as lost, and new ones can be opened", async () => {
  const server = await openTerminalServer();
  const busy = await server.open(["sleep", "1000"]);
  const done = await server.open(["sh", "-c", "exit 3"]);
  await until(async () => expect(await server.get(done.id)).toMatchObject({ exitCode: 3 }));
  const page = await server.attach(busy.id);
  const [record] = (await readHostRecords(server.config.home)).values();
  process.kill(record?.pid as number, "SIGKILL");

  expect(await page.closed).toBe(1012);
  expect(page.frames.at(-1)).toEqual({ type: "lost", detail: expect.stringContaining("ended without a word") });
  expect(await server.get(busy.id)).toMatchObject({ state: "lost", exitCode: null, endedAt: expect.any(String) });
  // What was known of one that had ended stays.
  expect(await server.get(done.id)).toMatchObject({ state: "exited", exitCode: 3 });
  // So is a page that comes later.
  const later = await server.attach(busy.id);
  expect([later.frames, await later.closed]).toEqual([[page.frames.at(-1)], 1012]);
  for (const path of ["snapshot", "transcript"])
    expect((await server.ask("GET", `/terminals/${busy.id}/${path}`)).body).toMatchObject({
      code: "terminal-not-found",
      detail: expect.stringContaining("gone with it"),
    });

  expect(await server.open(["sleep", "1000"])).toMatchObject({ state: "running" });
  for (const { id } of [busy, done]) expect((await server.end(id)).status).toBe(204);
  expect(await server.list()).toHaveLength(1);
});

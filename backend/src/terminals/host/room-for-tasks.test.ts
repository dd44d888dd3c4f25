import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/helper.ts";
import { roomForTasks } from "./room-for-tasks.ts";

async function machine(files: Record<string, string>) {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return roomForTasks({ proc: join(folder, "proc"), groups: join(folder, "groups") });
}

test("the narrowest of the groups around us counts", async () => {
  expect(
    await machine({
      "proc/self/cgroup": "8:pids:/old\n0::/user/ours\n",
      "groups/user/ours/pids.max": "max\n",
      "groups/user/ours/pids.current": "3\n",
      "groups/user/pids.max": "100\n",
      "groups/user/pids.current": "95\n",
      "groups/pids.max": "500\n",
      "groups/pids.current": "300\n",
    }),
  ).toBe(5);
  expect(await machine({ "proc/self/cgroup": "0::/\n", "groups/pids.max": "9", "groups/pids.current": "9" })).toBe(0);
});

test("where nobody says there is no limit", async () => {
  expect(await machine({})).toBe(Number.POSITIVE_INFINITY);
  expect(await machine({ "proc/self/cgroup": "0::/gone\n" })).toBe(Number.POSITIVE_INFINITY);
});

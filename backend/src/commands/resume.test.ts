import { cp, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildServer, misbehave, TOKEN, temporaryFolder } from "../../test/helper.ts";
import { startThoth } from "../../test/thoth-program.ts";
import { writeServerFile } from "../server-file.ts";

const thoth = (...args: string[]) =>
  startThoth({ env: { PATH: process.env.PATH, HOME: process.env.HOME } }, args).ended;

test("without a server it says how to start one", async () => {
  const workspace = await temporaryFolder();
  await writeFile(join(workspace, "workspace.yaml"), "name: Prova\n");
  const none = await thoth("resume", "s-1", "--workspace", workspace);
  expect([none.code, none.stdout]).toEqual([5, ""]);
  expect(none.stderr).toContain(`thoth serve --workspace ${workspace}`);
});

test("the server of the workspace that this one was copied from is left alone", async () => {
  const { config, listen, workspace } = await buildServer();
  await writeFile(join(workspace, "workspace.yaml"), "name: Prova\n");
  const url = await listen();
  const file = { url, token: TOKEN, pid: process.pid, started_at: "", version: "", workspace };
  await writeServerFile(config.home, file);
  const copy = join(await temporaryFolder(), "copy");
  await cp(workspace, copy, { recursive: true });
  expect(await thoth("terminals", "list", "--workspace", copy)).toMatchObject({ code: 5, stdout: "" });

  const link = join(await temporaryFolder(), "link");
  await symlink(workspace, link);
  expect((await thoth("terminals", "list", "--workspace", link)).code).toBe(0);
});

test("what the server refuses is told as it says it; its access code is not repeated on a pipe", async () => {
  const { config, listen, workspace } = await buildServer();
  await writeFile(join(workspace, "workspace.yaml"), "name: Prova\n");
  const url = await listen();
  await writeServerFile(config.home, { url, token: TOKEN, pid: process.pid, started_at: "", version: "" });
  const stderr = '{"error":{"code":"session-not-found","message":"There is no session nowhere."}}';
  await misbehave(workspace, { "session show": { exit: 1, stderr } });
  const missing = await thoth("resume", "--json", "nowhere", "--workspace", workspace);
  expect([missing.code, missing.stdout]).toEqual([1, ""]);
  expect(JSON.parse(missing.stderr).error).toMatchObject({
    code: "session-not-found",
    message: "There is no session nowhere.",
  });
  expect(missing.stderr).not.toContain(TOKEN);
});

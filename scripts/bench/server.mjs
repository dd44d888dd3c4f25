import { join } from "node:path";
import { lineOf, outputOf, start, THOTH, THT } from "./programs.mjs";

/** Starts the real server on a workspace, with its own defaults whatever the environment sets, but for `more`. */
export async function startServer(workspace, more = {}) {
  const own = ([name]) => !/^(THOTH|THT)_/.test(name);
  const env = Object.fromEntries(Object.entries(process.env).filter(own));
  const child = start(THOTH, ["serve", "--port", "0", "--workspace", workspace], {
    env: { ...env, ...more },
  });
  const link = await lineOf(child, (line) => /^ready (http\S+)/.exec(line)?.[1] ?? null);
  const { origin, searchParams } = new URL(link);
  return { child, link, origin, headers: { authorization: `Bearer ${searchParams.get("token")}` } };
}

/** Makes a demo workspace in `folder`; returns its path and its sessions as `tht` lists them. */
export async function createDemo(folder) {
  const workspace = join(folder, "demo");
  await outputOf(THT, ["workspace", "init", workspace, "--demo"]);
  const sessions = JSON.parse(await outputOf(THT, ["--workspace", workspace, "session", "list", "--json"]));
  return { workspace, sessions };
}

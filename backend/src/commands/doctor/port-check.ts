import { createServer } from "node:net";
import type { Config } from "../../config.ts";
import { realPath } from "../../lib/real-path.ts";
import { readServerFile } from "../../server-file.ts";
import { fail, ok, type Verdict } from "./finding.ts";

const ANSWER_MS = 3_000;

/** Whether the server could listen, or does. The link with its access code is not repeated: this output gets shared. */
export async function checkPort(config: Pick<Config, "host" | "port" | "home" | "workspace">): Promise<Verdict> {
  const running = await runningServer(config);
  if (running) return ok(`a server runs on this workspace at ${running}`);
  const { host, port } = config;
  const code = await listenCode(host, port);
  switch (code) {
    case null:
      return ok(port === 0 ? "any free one" : `${port} of ${host} is free`);
    case "EADDRINUSE":
      return fail(
        `${port} of ${host} is taken by another program`,
        "Stop that one, or choose another: --port 0 takes any free one.",
      );
    case "EACCES":
      return fail(`${port} of ${host} may not be used by you`, "Choose another, such as --port 4317.");
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return fail(`${host} is no address of this machine`, "Choose another with --host.");
    default:
      return fail(`${port} of ${host} can't be used (${code})`, "Choose another with --host and --port.");
  }
}

/** The address of the server that works on this workspace; null where none answers. */
async function runningServer({ home, workspace }: Pick<Config, "home" | "workspace">): Promise<string | null> {
  // What is wrong with a home that can't be read, the check of the home says.
  const file = await readServerFile(home, workspace).catch(() => null);
  if (!file) return null;
  try {
    const response = await fetch(`${file.url}/workspace`, {
      headers: { authorization: `Bearer ${file.token}` },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const { path } = (await response.json()) as { path?: unknown };
    return typeof path === "string" && realPath(path) === realPath(workspace) ? file.url : null;
  } catch {
    // It was killed and left its file behind, or something else listens there now.
    return null;
  }
}

/** Listens for a moment; the system's reason where it can't. */
function listenCode(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

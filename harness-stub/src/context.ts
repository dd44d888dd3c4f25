import type { Context } from "./command.ts";
import { Problem } from "./problem.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

/** The world as the command line gives it. */
export function createContext(options: {
  workspace: string | undefined;
  /** Who does it, checked; null: the workspace's author. */
  by: string | null;
  json: boolean;
}): Context {
  let opened: Workspace | undefined;
  const workspace = () => {
    opened ??= openWorkspace(options.workspace, process.env, process.cwd());
    return opened;
  };
  const now = () => new Date();
  return {
    workspace,
    json: options.json,
    now,
    author: () => ({ by: options.by ?? workspace().author, now: now() }),
    stdin: readStdin,
  };
}

async function readStdin(limit: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) {
      throw new Problem("invalid-document", `Standard input is over ${limit} bytes.`, "Send a shorter text.");
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

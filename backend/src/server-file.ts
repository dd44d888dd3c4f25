import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "./lib/atomic-file.ts";
import { realPath } from "./lib/real-path.ts";

/** How the commands on this machine find the running server. */
export interface ServerFile {
  /** Without the token. */
  url: string;
  token: string;
  pid: number;
  started_at: string;
  version: string;
  /** The folder it works on; servers of earlier releases write none. */
  workspace?: string;
}

export function serverLink({ url, token }: Pick<ServerFile, "url" | "token">): string {
  return `${url}/?token=${encodeURIComponent(token)}`;
}

export async function writeServerFile(home: string, content: ServerFile): Promise<void> {
  await writeFileAtomic(join(home, "server.json"), `${JSON.stringify(content, null, 2)}\n`, 0o600);
}

/**
 * Null where there is none, half of one, or one of a server on another folder: a workspace is copied with the file in
 * it, and a home may serve two of them.
 */
export async function readServerFile(home: string, workspace: string): Promise<ServerFile | null> {
  try {
    const content = JSON.parse(await readFile(join(home, "server.json"), "utf8"));
    if (typeof content?.url !== "string" || typeof content.token !== "string") return null;
    const isElsewhere = typeof content.workspace === "string" && realPath(content.workspace) !== realPath(workspace);
    return isElsewhere ? null : content;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export async function removeServerFile(home: string): Promise<void> {
  await rm(join(home, "server.json"), { force: true });
}

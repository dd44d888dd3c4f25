import { lstat, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder is not safely ours; the message says why and what to do. */
export class FolderError extends Error {
  override name = "FolderError";
}

/** A socket's address has room for so many bytes in all. */
const MAX_SOCKET_PATH = 103;
const NAME_ROOM = 40;

/**
 * Where the sockets of hosts lie: in the user's own runtime folder, else in one in `/tmp` that is closed to others. In
 * `/tmp` anybody may have been there first, so what is found is used only where it is ours alone.
 */
export async function ensureRuntimeFolder(env: NodeJS.ProcessEnv, temporary = tmpdir()): Promise<string> {
  const runtime = env.XDG_RUNTIME_DIR;
  const shared = join(temporary, `thoth-${ownUser()}`);
  if (runtime && fits(join(runtime, "thoth")) && (await isOurs(runtime))) {
    const own = join(runtime, "thoth");
    if ((await make(own)) === null) return own;
  }
  if (!fits(shared))
    throw new FolderError(
      `${shared} is too long a path for a socket.\nSet XDG_RUNTIME_DIR or TMPDIR to a shorter one.`,
    );
  const fault = await make(shared);
  if (fault === null) return shared;
  throw new FolderError(
    `${shared}, where terminals are reached, can't be made (${fault}).\n` +
      "Set XDG_RUNTIME_DIR or TMPDIR to a folder that can be written.",
  );
}

/** Answers why the system refused; a folder that isn't safely ours is a {@link FolderError}. */
async function make(folder: string): Promise<string | null> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST") return code ?? "unknown";
  }
  await assertPrivate(folder);
  return null;
}

/** Throws a {@link FolderError} unless it is a real folder, ours, and closed to everybody else. */
export async function assertPrivate(folder: string): Promise<void> {
  const found = await lstat(folder);
  const fault = !found.isDirectory()
    ? "is no folder"
    : found.uid !== ownUser()
      ? "belongs to another user"
      : (found.mode & 0o077) !== 0
        ? "is open to others"
        : null;
  if (fault !== null)
    throw new FolderError(
      `${folder} ${fault}, so terminals can't be reached safely through it.\n` +
        "Remove it, or set XDG_RUNTIME_DIR to a folder of your own.",
    );
}

async function isOurs(folder: string): Promise<boolean> {
  try {
    await assertPrivate(folder);
    return true;
  } catch (error) {
    if (error instanceof FolderError || (error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

function fits(folder: string): boolean {
  return Buffer.byteLength(folder) + NAME_ROOM <= MAX_SOCKET_PATH;
}

function ownUser(): number {
  const user = process.getuid?.();
  if (user === undefined)
    throw new FolderError("This system has no Unix sockets with owners: terminals don't work here.");
  return user;
}

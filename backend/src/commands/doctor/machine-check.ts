import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fail, ok, type Verdict, warn } from "./finding.ts";

/** Whether the server can keep its own files. Leaves nothing behind. */
export async function checkHome(home: string): Promise<Verdict> {
  const there = existsSync(home);
  const folder = there ? home : nearestFolder(home);
  const probe = join(folder, `.thoth-doctor-${randomUUID()}`);
  try {
    await writeFile(probe, "");
    await rm(probe);
  } catch (error) {
    return fail(
      `${folder} can't be written: ${(error as Error).message}`,
      "The server needs to. Mend that, or name another folder with THOTH_HOME.",
    );
  }
  if (!there) return ok(`${home} will be made`);
  const mode = (await stat(home)).mode & 0o777;
  if ((mode & 0o077) === 0) return ok(home);
  return warn(
    `${home} is open to others (mode ${mode.toString(8)}), and holds the server's access code`,
    `chmod 700 ${home}`,
  );
}

function nearestFolder(path: string): string {
  let folder = path;
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

/** Room for what other programs watch: an editor, a file manager. */
const OTHERS = 2_000;

/** Whether the system lets the server watch every session's folder. */
export async function checkWatches(sessions: number, limits = "/proc/sys/fs/inotify"): Promise<Verdict> {
  const limit = await readFile(join(limits, "max_user_watches"), "utf8").then(Number, () => null);
  if (limit === null) return ok("this system has no limit to check");
  if (limit >= sessions + OTHERS) return ok(`${limit} folders may be watched, ${sessions} are`);
  return warn(
    `only ${limit} folders may be watched, and there are ${sessions} sessions`,
    "Changes made outside the page show some seconds later. To raise it: sudo sysctl fs.inotify.max_user_watches=524288",
  );
}

/** Whether the page is built, with every file its start needs. */
export async function checkPage(folder: string): Promise<Verdict> {
  const todo = "npm run build";
  let shell: string;
  try {
    shell = await readFile(join(folder, "index.html"), "utf8");
  } catch {
    return fail("it is not built", todo);
  }
  const files = [...shell.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = ""]) => file);
  const missing = files.filter((file) => !existsSync(join(folder, file)));
  if (missing.length > 0) return fail(`its build is not whole: ${missing.join(", ")} missing`, todo);
  return ok(folder);
}

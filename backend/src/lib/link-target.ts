import { readlink, realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";

const MOST_LINKS = 40;

/**
 * The file that a path leads to, through links, also where nothing is there yet: who replaces a file at that place leaves
 * the links as they are. Throws what the system throws, and where links lead in a circle.
 */
export async function linkTarget(path: string): Promise<string> {
  let target = path;
  for (let links = 0; links <= MOST_LINKS; links++) {
    let link: string;
    try {
      link = await readlink(target);
    } catch (error) {
      // No link, or nothing.
      if (["EINVAL", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) return target;
      throw error;
    }
    target = resolve(await realpath(dirname(target)), link);
  }
  throw Object.assign(new Error(`${path} leads in a circle of links.`), { code: "ELOOP" });
}

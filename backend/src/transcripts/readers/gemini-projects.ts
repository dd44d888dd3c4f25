import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { entriesOf, textBeside } from "../folders.ts";
import type { ReaderContext } from "../types.ts";
import { asDictionary, asText, parseJson } from "../values.ts";

const HASH = /^[0-9a-f]{64}$/;

export const hashOf = (folder: string) => createHash("sha256").update(folder).digest("hex");

/** Which folder each of Gemini's project folders is of: its list of them, a note in each, or the hash of one we know. */
export class GeminiProjects {
  readonly #root: string;
  readonly #bySlug = new Map<string, string>();
  readonly #byHash = new Map<string, string>();

  /** `root` is the `.gemini` folder. */
  constructor(root: string, { projects }: Pick<ReaderContext, "projects">) {
    this.#root = root;
    const list = asDictionary(asDictionary(parseJson(textBeside(join(root, "projects.json")) ?? ""))?.projects);
    for (const [folder, slug] of Object.entries(list ?? {})) {
      if (typeof slug === "string") this.#bySlug.set(slug, folder);
      this.#byHash.set(hashOf(folder), folder);
    }
    for (const folder of projects) this.#byHash.set(hashOf(folder), folder);
  }

  /**
   * Of a project folder by its path, and of a session in it by the hash it has recorded, of a folder that is known or
   * that its model was `told` of; null when none of them says it.
   */
  folderOf(
    path: string,
    { projectHash, told }: { projectHash: string | null; told: readonly string[] },
  ): string | null {
    const name = basename(path);
    const noted = HASH.test(name) ? undefined : (this.#noteOf(path) ?? this.#bySlug.get(name));
    const hash = HASH.test(name) ? name : (projectHash ?? "");
    return noted ?? this.#byHash.get(hash) ?? told.find((folder) => hashOf(folder) === hash) ?? noteIn(path);
  }

  /** It is with the sessions, and once more with what undoes changes of files. */
  #noteOf(path: string): string | null {
    return noteIn(path) ?? noteIn(join(this.#root, "history", basename(path)));
  }

  /** The folders a launch in `cwd` would look in. */
  candidates(cwd: string): string[] {
    const tmp = join(this.#root, "tmp");
    const slugs = [...this.#bySlug].filter(([, folder]) => folder === cwd).map(([slug]) => slug);
    const noted = entriesOf(tmp).filter((entry) => entry.isDirectory() && noteIn(join(tmp, entry.name)) === cwd);
    return [...new Set([...slugs, ...noted.map(({ name }) => name), hashOf(cwd)])].map((name) => join(tmp, name));
  }
}

function noteIn(folder: string): string | null {
  return asText(textBeside(join(folder, ".project_root"))).trim() || null;
}

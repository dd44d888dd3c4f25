import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

const brotli = promisify(brotliCompress);
const TEXT = /\.(js|css|svg)$/;
/** Below this many bytes the packed file spares nothing. */
const PACK_FROM = 1024;

/**
 * Writes beside each text file of `assets/` the same packed as well as it can be (`main-abc.js.br`), which takes too long
 * to do when it is asked for: a sixth less to load. The server sends these to whoever takes them.
 */
export function packedAssets(): Plugin {
  return {
    name: "packed-assets",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      // Whoever changes a file again and again waits for none of it.
      if (this.meta.watchMode) return;
      const files = Object.keys(bundle).filter((file) => file.startsWith("assets/") && TEXT.test(file));
      await Promise.all(files.map((file) => pack(join(dir, file))));
    },
  };
}

async function pack(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < PACK_FROM) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${file}.br`, await brotli(content, { params }));
}

import { folderVariable } from "./folders.ts";
import type { Reader, ReaderContext } from "./types.ts";

/** Not read where a user names a folder of transcripts in place of every store: that one is in Claude Code's format. */
export function unlessReplaced(reader: Reader): Reader {
  const isReplaced = ({ env }: ReaderContext) => folderVariable(env, "THOTH_SESSIONS_DIR") !== null;
  return {
    ...reader,
    // Without roots nothing that is known of them counts as gone.
    roots: (context) => (isReplaced(context) ? [] : reader.roots(context)),
    list: (context) => (isReplaced(context) ? { units: [], failures: [] } : reader.list(context)),
  };
}

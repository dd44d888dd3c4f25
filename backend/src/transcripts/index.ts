// Owns what is known of other agents' stores: one reader an agent, this list of them, and nothing that lasts. What is
// read is indexed, answered and handed on elsewhere.

import { folderVariable } from "./folders.ts";
import { aider } from "./readers/aider.ts";
import { amp } from "./readers/amp.ts";
import { antigravity } from "./readers/antigravity.ts";
import { claude } from "./readers/claude.ts";
import { cline } from "./readers/cline.ts";
import { codex } from "./readers/codex.ts";
import { copilot } from "./readers/copilot.ts";
import { cursor } from "./readers/cursor.ts";
import { droid } from "./readers/droid.ts";
import { gemini } from "./readers/gemini.ts";
import { grok } from "./readers/grok.ts";
import { hermes } from "./readers/hermes.ts";
import { kimi } from "./readers/kimi.ts";
import { kiro } from "./readers/kiro.ts";
import { opencode } from "./readers/opencode.ts";
import { pi } from "./readers/pi.ts";
import { qwen } from "./readers/qwen.ts";
import { roo } from "./readers/roo.ts";
import type { Reader, ReaderContext } from "./types.ts";

export { listPiFolder, readPiFile } from "./readers/pi-file.ts";
export { titleFrom } from "./turn-list.ts";
export type {
  Environment,
  Presence,
  Reader,
  ReaderContext,
  Reading,
  ReadMark,
  SessionHead,
  StoreFailure,
  Turn,
  Unit,
} from "./types.ts";

/** Not read where a user names a folder of transcripts in place of every store: that one is in Claude Code's format. */
const others: readonly Reader[] = [
  codex,
  gemini,
  copilot,
  pi,
  opencode,
  qwen,
  cline,
  cursor,
  antigravity,
  kiro,
  hermes,
  droid,
  grok,
  amp,
  roo,
  aider,
  kimi,
];

/** Every store that can be read. */
export const readers: readonly Reader[] = [claude, ...others.map(unlessReplaced)];

function unlessReplaced(reader: Reader): Reader {
  const isReplaced = ({ env }: ReaderContext) => folderVariable(env, "THOTH_SESSIONS_DIR") !== null;
  return {
    ...reader,
    // Without roots nothing that is known of them counts as gone.
    roots: (context) => (isReplaced(context) ? [] : reader.roots(context)),
    list: (context) => (isReplaced(context) ? { units: [], failures: [] } : reader.list(context)),
  };
}

// A door of its own for whoever needs every reader: a question on the command line waits for none it doesn't need.
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
import { unlessReplaced } from "./replaced-stores.ts";
import type { Reader } from "./types.ts";

/** Every store that can be read. */
export const readers: readonly Reader[] = [
  claude,
  unlessReplaced(codex),
  unlessReplaced(gemini),
  unlessReplaced(copilot),
  unlessReplaced(pi),
  unlessReplaced(opencode),
  unlessReplaced(qwen),
  unlessReplaced(cline),
  unlessReplaced(cursor),
  unlessReplaced(antigravity),
  unlessReplaced(kiro),
  unlessReplaced(hermes),
  unlessReplaced(droid),
  unlessReplaced(grok),
  unlessReplaced(amp),
  unlessReplaced(roo),
  unlessReplaced(aider),
  unlessReplaced(kimi),
];

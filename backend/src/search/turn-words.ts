import type { TurnRole } from "../../api/search-terms.ts";
import { type IndexText, indexText } from "./words/index-text.ts";
import { hasCjk } from "./words/scripts.ts";

const SHORTEST = 20;
const SHORTEST_CJK = 10;

/** Below this what someone said tells too little to be found; it is there to be read around the rest. */
function isLongEnough(role: TurnRole, text: string): boolean {
  if (role === "document" || role === "decision") return true;
  return text.length >= SHORTEST || (text.length >= SHORTEST_CJK && hasCjk(text));
}

/** What the index keeps of such a turn's text; null for nothing. Needs no index: another thread can do it. */
export function wordsOf({ role, text }: { role: TurnRole; text: string }): IndexText | null {
  return isLongEnough(role, text) ? indexText(text) : null;
}

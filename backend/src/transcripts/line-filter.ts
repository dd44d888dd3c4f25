import { JsonWalker } from "./json-walker.ts";
import type { LineFilter } from "./jsonl-scan.ts";

const walker = new JsonWalker();

/**
 * Lets no line through that has one of these strings at that path of keys, such as a tool's output by its `type`.
 * Where there is nothing, or something else, or anything is written in an unusual way, the line is parsed.
 */
export function exceptWhere(path: readonly string[], values: readonly string[]): LineFilter {
  const keys = path.map((key) => Buffer.from(key));
  const unwanted = values.map((value) => Buffer.from(value));
  return (bytes, start, end) => {
    walker.open(bytes, start, end);
    for (const key of keys) if (!enterAt(key)) return true;
    return !(walker.takeString() && !walker.escaped && unwanted.some((value) => walker.is(value)));
  };
}

/** Goes to the value of that key in the object that comes next. */
function enterAt(key: Buffer): boolean {
  if (!walker.enterObject()) return false;
  while (walker.nextKey()) {
    if (walker.is(key)) return true;
    walker.skip();
  }
  return false;
}

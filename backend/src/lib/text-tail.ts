import { StringDecoder } from "node:string_decoder";
import { cutToEnd } from "./cut-text.ts";

export interface TextTail {
  push(chunk: Buffer): void;
  /** The last `max` characters so far, decoded. */
  text(): string;
}

/** Keeps the end of a byte stream as text in bounded memory; for the stderr of a child. */
export function createTextTail(max: number): TextTail {
  const decoder = new StringDecoder("utf8");
  let kept = "";
  return {
    push(chunk) {
      kept += decoder.write(chunk);
      // Cutting on every push would copy the tail for each byte that comes.
      if (kept.length > max * 2) kept = cutToEnd(kept, max);
    },
    text: () => cutToEnd(kept, max),
  };
}

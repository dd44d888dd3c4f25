import { StringDecoder } from "node:string_decoder";

export interface JsonlOptions {
  /** Called with each line, without its `\n`; empty lines are left out. */
  onLine(line: string): void;
  /** Longest line in UTF-16 units; a longer one is dropped whole and reported once. */
  maxLine: number;
  onOversize?(length: number): void;
}

/**
 * Cuts a byte stream into lines at `\n` and nowhere else: U+2028 and U+2029 are legal inside JSON strings, yet
 * Node's readline splits on them.
 */
export function createJsonlSplitter({ onLine, maxLine, onOversize }: JsonlOptions) {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  let length = 0;
  let dropping = false;

  function add(text: string) {
    length += text.length;
    if (length > maxLine) {
      dropping = true;
      parts = [];
    } else parts.push(text);
  }

  function finish() {
    const line = parts.join("");
    const size = length;
    const dropped = dropping;
    parts = [];
    length = 0;
    dropping = false;
    if (dropped) onOversize?.(size);
    else if (line !== "") onLine(line);
  }

  function take(text: string) {
    let from = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
      add(text.slice(from, at));
      finish();
      from = at + 1;
    }
    if (from < text.length) add(text.slice(from));
  }

  return {
    push(chunk: Buffer) {
      take(decoder.write(chunk));
    },
    /** Gives out a last line that no `\n` ended. */
    end() {
      take(decoder.end());
      finish();
    },
  };
}

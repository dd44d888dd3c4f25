import { closeSync, openSync, readSync } from "node:fs";
import type { Context } from "./command.ts";
import { Problem, systemCode } from "./problem.ts";
import type { WorkflowDocument } from "./workflow.ts";

/** A document is at most so many bytes. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** Reads `--file F` (`-`: standard input), at most `limit` bytes; throws `invalid-document`. */
export async function readInput(context: Context, file: string, limit: number): Promise<Uint8Array> {
  if (file === "-") return context.stdin(limit);
  try {
    return readUpTo(file, limit);
  } catch (error) {
    if (error instanceof Problem || !systemCode(error)) throw error;
    throw new Problem("invalid-document", `${file} can't be read: ${(error as Error).message}.`, "Check the path.", {
      cause: error,
    });
  }
}

function readUpTo(path: string, limit: number): Uint8Array {
  const file = openSync(path, "r");
  const chunks: Buffer[] = [];
  try {
    for (let size = 0; ; ) {
      const chunk = Buffer.alloc(64 * 1024);
      const count = readSync(file, chunk);
      if (count === 0) return Buffer.concat(chunks);
      size += count;
      if (size > limit)
        throw new Problem("invalid-document", `${path} is over ${limit} bytes.`, "Write a shorter text.");
      chunks.push(chunk.subarray(0, count));
    }
  } finally {
    closeSync(file);
  }
}

/** The text of UTF-8 bytes; throws `code` when they are none. */
export function inputText(bytes: Uint8Array, code: "invalid-document" | "invalid-note", what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Problem(code, `${what} is not UTF-8 text.`, "Save it as UTF-8 and try again.", { cause: error });
  }
}

/** Checks a document's text against its format; throws `invalid-document`. */
export function checkDocument({ key, format, file }: WorkflowDocument, text: string): void {
  const refuse = (why: string, hint: string, cause?: unknown) =>
    new Problem("invalid-document", `${key} was not written: ${why}.`, hint, { cause });
  if (text.trim() === "") throw refuse("it is empty", "Send the whole document.");
  if (text.includes("\0")) throw refuse("it has NUL characters", "Send plain text.");
  if (format !== "schema-linking" && !file?.endsWith(".json")) return;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse(
      `it is not JSON: ${(error as Error).message}`,
      "Mend the JSON and send the whole document again.",
      error,
    );
  }
  if (format === "schema-linking" && (value === null || typeof value !== "object" || Array.isArray(value))) {
    throw refuse(
      "it is not a JSON object",
      "Send one object with the tables, joins, measures, dimensions and filters.",
    );
  }
}

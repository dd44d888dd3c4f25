import { StringDecoder } from "node:string_decoder";
import { Problem } from "./problem.ts";

/** Reads standard input to its end; throws `invalid-document` past `limit` bytes. */
export async function readStandardInput(limit: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) {
      throw new Problem("invalid-document", `Standard input is over ${limit} bytes.`, "Send a shorter text.");
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The lines of standard input as they come, each without its `\n` and cut at `limit` characters. */
export async function* standardInputLines(limit: number): AsyncGenerator<string, void> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.write(chunk)).split("\n").map((line) => line.slice(0, limit));
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

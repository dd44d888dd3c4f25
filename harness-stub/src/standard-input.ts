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

import { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { SessionDocument } from "../../api/documents.ts";
import { createJsonStringReader } from "../lib/json-string-reader.ts";
import { toDocument } from "./normalise.ts";

export interface DocumentDownload {
  document: Omit<SessionDocument, "content">;
  content: Readable;
}

/**
 * Inside a string every quote is escaped, so this stands only where the member begins. The members before it say what
 * the document is.
 */
const CONTENT = /[{,]\s*"content"\s*:\s*"/;
const MAX_HEAD = 64 * 1024;

/**
 * Reads what `tht session documents --key` prints, `[{"phase":…,"format":…,"content":"…"}]`, and gives out the content
 * as it comes. Null where the list is empty; throws SyntaxError where it is something else.
 */
export async function readDownload(stdout: AsyncIterable<Buffer>): Promise<DocumentDownload | null> {
  const chunks = stdout[Symbol.asyncIterator]();
  const decoder = new StringDecoder("utf8");
  let head = "";

  for (;;) {
    const found = CONTENT.exec(head);
    if (found) {
      const members = JSON.parse(`${head.slice(0, found.index)}${found[0]}"}]`) as unknown[];
      const { content: _, ...document } = toDocument(members[0]);
      const begun = head.slice(found.index + found[0].length);
      return { document, content: Readable.from(contentOf(begun, chunks, decoder), { objectMode: false }) };
    }
    if (head.length > MAX_HEAD) throw new SyntaxError("no content in sight");
    const next = await chunks.next();
    if (next.done) break;
    head += decoder.write(next.value);
  }
  const list = JSON.parse(head);
  if (Array.isArray(list) && list.length === 0) return null;
  throw new SyntaxError("a document without content");
}

async function* contentOf(
  begun: string,
  chunks: AsyncIterator<Buffer>,
  decoder: StringDecoder,
): AsyncGenerator<Buffer> {
  const reader = createJsonStringReader();
  try {
    for (let text = begun; ; ) {
      const piece = reader.push(text);
      if (piece.text !== "") yield Buffer.from(piece.text);
      if (piece.done) return;
      const next = await chunks.next();
      if (next.done) throw new Error("the harness ended in the middle of a document");
      text = decoder.write(next.value);
    }
  } finally {
    // Ends the harness where the reader has gone away.
    await chunks.return?.();
  }
}

import type { SessionDocument } from "@thothii/backend/api/documents";
import type { SessionDetail } from "@thothii/backend/api/sessions";
import { makeZip } from "client-zip";
import { ApiProblem, api, sessionPath } from "../../../lib/api.ts";
import type { Language, T } from "../../../lib/i18n.ts";
import { type ExportFile, exportFiles } from "./export-files.ts";
import { exportIndex } from "./export-index.ts";

/** Files begun of all there are, and bytes written. */
export type ExportProgress = { file: number; of: number; bytes: number };

type ExportOptions = {
  t: T;
  language: Language;
  /** ISO 8601. */
  now: string;
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
};

/**
 * A zip of a session: its documents whole, the intermediate ones too, `session.json`, and an `index.md` to read first.
 * A document too long for the panel is streamed into it, so that only what the browser keeps of the file takes memory.
 * Rejects with an `ApiProblem`, or with the signal's reason.
 */
export async function exportSession(id: string, options: ExportOptions): Promise<Blob> {
  const { signal, onProgress } = options;
  const [session, documents] = await Promise.all([
    api.get<SessionDetail>(sessionPath(id), { signal }),
    api.get<SessionDocument[]>(`${sessionPath(id, "documents")}?all=1`, { signal }),
  ]);
  const files = exportFiles(documents);
  const progress: ExportProgress = { file: 0, of: files.length + 2, bytes: 0 };

  async function* entries() {
    const lastModified = options.now;
    yield { name: "index.md", input: exportIndex(options, session, files), lastModified };
    // What this server makes of it, such as an agent at work, is no part of the session.
    const { unread: _unread, runtime: _runtime, ...kept } = session;
    yield { name: "session.json", input: `${JSON.stringify(kept, null, 2)}\n`, lastModified };
    for (const file of files) {
      yield { name: file.name, input: await contentOf(id, file, signal), lastModified: timeOf(file.document, options) };
    }
  }

  async function* told() {
    for await (const entry of entries()) {
      progress.file += 1;
      onProgress({ ...progress });
      yield entry;
    }
  }

  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      progress.bytes += chunk.byteLength;
      onProgress({ ...progress });
      controller.enqueue(chunk);
    },
  });
  const zip = makeZip(told(), { buffersAreUTF8: true }).pipeThrough(counted, { signal });
  try {
    return await new Response(zip, { headers: { "content-type": "application/zip" } }).blob();
  } catch (error) {
    if (signal.aborted || error instanceof ApiProblem) throw error;
    // A download that broke off in the middle.
    throw new ApiProblem({ code: "offline", status: 0, detail: "" }, error);
  }
}

async function contentOf(id: string, { document }: ExportFile, signal: AbortSignal) {
  if (!document.truncated) return document.content;
  return api.stream(sessionPath(id, "documents", document.key), { signal });
}

function timeOf({ updated_at }: SessionDocument, { now }: ExportOptions): string {
  return updated_at && !Number.isNaN(Date.parse(updated_at)) ? updated_at : now;
}

import { defineCommand, SESSION_ID } from "../command.ts";
import { readDocuments } from "../documents.ts";
import { type Manifest, parseManifest } from "../manifest/manifest.ts";
import { Problem } from "../problem.ts";
import { readManifestBytes } from "../session.ts";
import { sessionFolder } from "../session-folders.ts";

export const command = defineCommand({
  positionals: SESSION_ID,
  options: {
    all: { type: "flag", help: "The intermediate documents too" },
    key: { type: "text", value: "KEY", help: "Only this document" },
    "max-bytes": {
      type: "number",
      value: "N",
      min: 0,
      max: 2 ** 40,
      fallback: 1024 * 1024,
      help: "Cut each document after so many bytes, at a character; 0 for no limit",
    },
  },
  run(context, { ID, all, key, "max-bytes": maxBytes }) {
    const { sessionsRoot, workflow } = context.workspace();
    const folder = sessionFolder(sessionsRoot, ID);
    const documents = readDocuments(folder, workflow, readableManifest(folder), { all, key, maxBytes });
    const text = () =>
      documents.map(({ title, key, content }) => `── ${title} (${key})\n${content.trimEnd()}\n`).join("\n");
    return { value: documents, text };
  },
});

function readableManifest(folder: string): Manifest | null {
  try {
    return parseManifest(readManifestBytes(folder));
  } catch (error) {
    if (error instanceof Problem && error.code === "unreadable") return null;
    throw error;
  }
}

import type { SessionDocument } from "@thothii/backend/api/documents";

/** A document and the name of its file in the export. */
export type ExportFile = { name: string; document: SessionDocument };

const extensions: Record<SessionDocument["format"], string> = {
  markdown: "md",
  sql: "sql",
  "schema-linking": "json",
  decisions: "json",
  text: "txt",
};

/** A file for each document, in their order: `F4-schema_linking.json`. Names are safe everywhere, and no two alike. */
export function exportFiles(documents: readonly SessionDocument[]): ExportFile[] {
  const taken = new Set(["index.md", "session.json"]);
  return documents.map((document) => {
    const base = [document.phase, document.key].map(plain).filter(Boolean).join("-") || "document";
    const extension = extensionOf(document);
    let name = `${base}.${extension}`;
    // Two names that differ in case only are one on some file systems.
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${base}-${n}.${extension}`;
    taken.add(name.toLowerCase());
    return { name, document };
  });
}

/** Letters and digits, no dot among them: a foreign harness may send any key. */
function plain(part: string): string {
  return part
    .slice(0, 60)
    .replace(/[^\p{L}\p{N}_-]+/gu, "_")
    .replace(/^[-_]+|[-_]+$/g, "");
}

function extensionOf({ key, format, content }: SessionDocument): string {
  if (key === "manifest") return "yaml";
  // Plans and evidence are JSON that is shown as text, and so is a ledger too long to be listed whole.
  if (format === "text" && /^\s*[{[]/.test(content)) return "json";
  return extensions[format];
}

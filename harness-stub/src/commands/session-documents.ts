import { defineCommand, SESSION_ID } from "../command.ts";
import { openDocuments } from "../session.ts";
import { DOCUMENT_OPTIONS } from "./document-options.ts";

export const command = defineCommand({
  positionals: SESSION_ID,
  options: {
    ...DOCUMENT_OPTIONS,
    key: { type: "text", value: "KEY", help: "Only this document" },
  },
  run(context, { ID, all, key, "max-bytes": maxBytes }) {
    const { documents } = openDocuments(context.workspace(), ID, { all, key, maxBytes });
    const text = () =>
      documents.map(({ title, key, content }) => `── ${title} (${key})\n${content.trimEnd()}\n`).join("\n");
    return { value: documents, text };
  },
});

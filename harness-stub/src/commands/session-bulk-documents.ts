import { defineCommand } from "../command.ts";
import { write } from "../output.ts";
import { spoken } from "../problem.ts";
import { openDocuments } from "../session.ts";
import { standardInputLines } from "../standard-input.ts";
import { DOCUMENT_OPTIONS } from "./document-options.ts";

/** Longer than any id, and enough of a wrong one to know it by. */
const MAX_LINE = 512;

export const command = defineCommand({
  options: DOCUMENT_OPTIONS,
  async run(context, { all, "max-bytes": maxBytes }) {
    const workspace = context.workspace();
    const answer = (id: string) => {
      try {
        const { manifest, documents } = openDocuments(workspace, id, { all, maxBytes });
        return { id, forked_from: manifest?.fields.forked_from ?? null, documents };
      } catch (error) {
        return { id, problem: spoken(error) };
      }
    };
    for await (const id of standardInputLines(MAX_LINE)) {
      if (id !== "" && !(await write(1, `${JSON.stringify(answer(id))}\n`))) break;
    }
    return null;
  },
});

import { utimesSync } from "node:fs";
import { join } from "node:path";
import { writeAtomic } from "../atomic-write.ts";
import { activity, assertWritable, updateSession } from "../change-manifest.ts";
import { defineCommand, SESSION_ID } from "../command.ts";
import { checkDocument, inputText, MAX_DOCUMENT_BYTES, readInput } from "../document-input.ts";
import { nextTime } from "../next-time.ts";
import { Problem } from "../problem.ts";
import { checkedQuestion } from "../question.ts";
import type { Session } from "../session.ts";
import { sessionFolder } from "../session-folders.ts";
import type { Workflow } from "../workflow.ts";
import { changed } from "./changed.ts";

export const command = defineCommand({
  positionals: [...SESSION_ID, { name: "KEY", help: "The document's key, as `tht config` lists them" }],
  options: {
    file: { type: "text", value: "FILE", required: true, help: "The file to take it from; - for standard input" },
  },
  changes: true,
  async run(context, { ID, KEY, file }) {
    const workspace = context.workspace();
    sessionFolder(workspace.sessionsRoot, ID);
    const { document, index } = findDocument(workspace.workflow, KEY);
    const bytes = await readInput(context, file, MAX_DOCUMENT_BYTES);
    const text = inputText(bytes, "invalid-document", KEY);
    if (document.file === null) {
      const question = checkedQuestion(text);
      const update = updateSession(workspace, ID, (session) => {
        assertWritable(session);
        assertFirstPhase(session);
        const author = context.author();
        return { question, question_updated_at: nextTime(session, author.now).toISOString(), ...activity(author) };
      });
      return changed(update, "the question was replaced.");
    }
    checkDocument(document, text);
    const name = document.file;
    const update = updateSession(workspace, ID, (session) => {
      assertWritable(session);
      assertReached(session, index, KEY);
      const path = join(session.folder, name);
      const author = context.author();
      const time = nextTime(session, author.now);
      writeAtomic(path, bytes);
      // The system's own stamp comes from a coarser clock, and may lie before a decision of this very moment.
      utimesSync(path, time, time);
      return activity(author);
    });
    return changed(update, `${KEY} was written.`);
  },
});

function findDocument(workflow: Workflow, key: string) {
  for (const [index, phase] of workflow.entries()) {
    const document = phase.documents.find((candidate) => candidate.key === key);
    if (document) return { document, index };
  }
  const keys = workflow.flatMap((phase) => phase.documents.map((document) => document.key));
  throw new Problem(
    "invalid-document",
    `No phase writes a document ${JSON.stringify(key)}.`,
    `The keys are ${keys.join(", ")}.`,
  );
}

function assertReached({ phase }: Session, index: number, key: string): void {
  if (index < phase.index) return;
  throw new Problem(
    "wrong-phase",
    `${key} belongs to a later phase than the current one, ${phase.code}.`,
    "Write the current phase's documents and take them through its gate first.",
  );
}

function assertFirstPhase({ phase }: Session): void {
  if (phase.index === 1 && !phase.complete) return;
  throw new Problem(
    "wrong-phase",
    `The original question can be replaced in the first phase only, and this is ${phase.code}.`,
    "Roll back to the first phase, or write the revised question.",
  );
}

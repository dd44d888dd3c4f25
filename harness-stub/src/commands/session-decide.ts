import { usage } from "../arguments.ts";
import { updateSession } from "../change-manifest.ts";
import { type Context, defineCommand, SESSION_ID } from "../command.ts";
import { checkedNote, DECISIONS, type DecisionName, recordDecision } from "../decide.ts";
import { inputText, readInput } from "../document-input.ts";
import { sessionFolder } from "../session-folders.ts";
import { changed } from "./changed.ts";

const MAX_NOTE_BYTES = 1024 * 1024;

export const command = defineCommand({
  positionals: SESSION_ID,
  options: {
    phase: { type: "text", value: "CODE", required: true, help: "The phase that is decided on: the current one" },
    decision: { type: "text", value: "WHAT", required: true, choices: DECISIONS, help: "What was decided" },
    to: { type: "text", value: "CODE", help: "The earlier phase to go back to, for a rollback" },
    note: { type: "text", value: "TEXT", help: "What the reviewer has to say, up to 20,000 characters" },
    "note-file": { type: "text", value: "FILE", help: "The file to take the note from; - for standard input" },
    key: { type: "text", value: "KEY", help: "Makes a repeat harmless: the same key and content is recorded once" },
    expect: {
      type: "list",
      value: "KEY=TIME",
      help: "Refuse when this document was written at another time; an empty time: when it is there at all",
    },
  },
  changes: true,
  personal: true,
  async run(context, values) {
    const { ID, phase, key = null, to = null } = values;
    const workspace = context.workspace();
    sessionFolder(workspace.sessionsRoot, ID);
    const name = values.decision as DecisionName;
    if ((name === "rollback") !== (to !== null))
      throw usage("--to goes with --decision=rollback, and a rollback needs it.");
    if (key === "" || (key?.length ?? 0) > 200) throw usage("--key must have 1 to 200 characters.");
    const note = checkedNote(await noteText(context, values.note, values["note-file"]));
    const decision = { phase, decision: name, to, note, key, expect: values.expect.map(expectation) };
    const update = updateSession(workspace, ID, (session) =>
      recordDecision(workspace.workflow, session, decision, context.author()),
    );
    return changed(update, `${name} of ${phase} is recorded.`);
  },
});

async function noteText(context: Context, note: string | undefined, file: string | undefined): Promise<string> {
  if (file === undefined) return note ?? "";
  if (note !== undefined) throw usage("--note and --note-file exclude each other.");
  return inputText(await readInput(context, file, MAX_NOTE_BYTES), "invalid-note", "The note");
}

function expectation(text: string) {
  const at = text.indexOf("=");
  if (at < 1) throw usage("--expect takes KEY=TIME, as `session show` prints them.");
  return { key: text.slice(0, at), updatedAt: text.slice(at + 1) };
}

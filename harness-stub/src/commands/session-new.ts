import { defineCommand } from "../command.ts";
import { checkedLabel } from "../labels.ts";
import { createManifest } from "../new-session.ts";
import { newSessionId } from "../new-session-id.ts";
import { checkedQuestion } from "../question.ts";
import { openSession } from "../session.ts";
import { createSession } from "../store.ts";
import { changed } from "./changed.ts";

export const command = defineCommand({
  changes: true,
  options: {
    question: { type: "text", value: "Q", required: true, help: "The question, up to 20,000 characters" },
    name: { type: "text", value: "N", help: "A name to show instead of the question" },
    group: { type: "text", value: "G", help: "A group to put it in" },
  },
  run(context, values) {
    const workspace = context.workspace();
    const author = context.author();
    const id = newSessionId(author.now);
    const fields = {
      question: checkedQuestion(values.question),
      name: checkedLabel(values.name ?? "", "The name"),
      group: checkedLabel(values.group ?? "", "The group"),
    };
    createSession(workspace.sessionsRoot, id, (folder) => createManifest(folder, id, fields, author));
    return changed(openSession(workspace, id), "begun.");
  },
});

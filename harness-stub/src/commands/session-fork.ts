import { defineCommand, SESSION_ID } from "../command.ts";
import { fillFork } from "../fork.ts";
import { checkedLabel } from "../labels.ts";
import { newSessionId } from "../new-session-id.ts";
import { openSession, readSession } from "../session.ts";
import { changeSession, createSession } from "../store.ts";
import { changed } from "./changed.ts";

export const command = defineCommand({
  positionals: SESSION_ID,
  options: {
    at: { type: "text", value: "CODE", help: "The phase to begin again at; without it everything is copied" },
    name: { type: "text", value: "NAME", help: 'The copy\'s name (default: the name and " (2)")' },
  },
  changes: true,
  personal: true,
  run(context, { ID, at = null, name }) {
    const workspace = context.workspace();
    const author = context.author();
    const id = newSessionId(author.now);
    const request = { id, at, name: checkedLabel(name ?? "", "The name") };
    changeSession(workspace.sessionsRoot, ID, (folder) => {
      const source = readSession(workspace, ID, folder);
      createSession(workspace.sessionsRoot, id, (target) =>
        fillFork(workspace.workflow, source, target, request, author),
      );
    });
    return changed(openSession(workspace, id), `forked from ${ID}.`);
  },
});

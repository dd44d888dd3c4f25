import { defineCommand, SESSION_ID } from "../command.ts";
import { hasIndex } from "../session-list/list-index.ts";
import { listSessions } from "../session-list/list-sessions.ts";
import { deleteSession } from "../store.ts";

export const command = defineCommand({
  positionals: SESSION_ID,
  changes: true,
  personal: true,
  async run(context, { ID }) {
    const workspace = context.workspace();
    deleteSession(workspace.sessionsRoot, ID);
    // What the last list kept of it is its words too: a new one is made without them.
    if (hasIndex(workspace.sessionsRoot)) await listSessions(workspace);
    return { value: { id: ID, deleted: true }, text: () => `${ID}: deleted.` };
  },
});

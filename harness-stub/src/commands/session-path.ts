import { defineCommand, SESSION_ID } from "../command.ts";
import { sessionFolder } from "../session-folders.ts";

export const command = defineCommand({
  positionals: SESSION_ID,
  run(context, { ID }) {
    const path = sessionFolder(context.workspace().sessionsRoot, ID);
    return { value: { id: ID, path }, text: () => path };
  },
});

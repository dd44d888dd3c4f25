import { defineCommand, SESSION_ID } from "../command.ts";
import { deleteSession } from "../store.ts";

export const command = defineCommand({
  positionals: SESSION_ID,
  changes: true,
  personal: true,
  run(context, { ID }) {
    deleteSession(context.workspace().sessionsRoot, ID);
    return { value: { id: ID, deleted: true }, text: () => `${ID}: deleted.` };
  },
});

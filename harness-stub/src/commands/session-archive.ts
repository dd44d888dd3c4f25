import { management, updateSession } from "../change-manifest.ts";
import { defineCommand, SESSION_ID } from "../command.ts";
import { changed } from "./changed.ts";

export const command = defineCommand({
  positionals: SESSION_ID,
  changes: true,
  personal: true,
  run(context, { ID }) {
    const update = updateSession(context.workspace(), ID, (session) =>
      session.manifest.archived ? null : { archived: true, ...management(session, context.author()) },
    );
    return changed(update, "was archived.");
  },
});

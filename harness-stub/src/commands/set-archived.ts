import { management, updateSession } from "../change-manifest.ts";
import { defineCommand, SESSION_ID } from "../command.ts";
import { changed } from "./changed.ts";

/** The command that puts a session into the archive or takes it out, and then says that the session `said`. */
export function setArchived(archived: boolean, said: string) {
  return defineCommand({
    positionals: SESSION_ID,
    changes: true,
    personal: true,
    run(context, { ID }) {
      const update = updateSession(context.workspace(), ID, (session) =>
        session.manifest.archived === archived ? null : { archived, ...management(session, context.author()) },
      );
      return changed(update, said);
    },
  });
}

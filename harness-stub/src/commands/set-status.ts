import { activity, assertWritable, updateSession } from "../change-manifest.ts";
import { defineCommand, SESSION_ID } from "../command.ts";
import { changed } from "./changed.ts";

/** The command that makes a session `status`, and then says that the session `said`. A finalized one stays as it is. */
export function setStatus(status: "open" | "closed", said: string) {
  return defineCommand({
    positionals: SESSION_ID,
    changes: true,
    run(context, { ID }) {
      const update = updateSession(context.workspace(), ID, (session) => {
        assertWritable(session);
        return session.manifest.status === status ? null : { status, ...activity(context.author()) };
      });
      return changed(update, said);
    },
  });
}

import { activity, assertWritable, updateSession } from "../change-manifest.ts";
import { defineCommand, SESSION_ID } from "../command.ts";
import { changed } from "./changed.ts";

export const command = defineCommand({
  positionals: SESSION_ID,
  changes: true,
  run(context, { ID }) {
    const update = updateSession(context.workspace(), ID, (session) => {
      assertWritable(session);
      return session.manifest.status === "open" ? null : { status: "open", ...activity(context.author()) };
    });
    return changed(update, "is open again.");
  },
});

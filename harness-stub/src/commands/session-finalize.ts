import { activity, assertWritable, updateSession } from "../change-manifest.ts";
import { defineCommand, SESSION_ID } from "../command.ts";
import { Problem } from "../problem.ts";
import { changed } from "./changed.ts";

export const command = defineCommand({
  positionals: SESSION_ID,
  changes: true,
  personal: true,
  run(context, { ID }) {
    const update = updateSession(context.workspace(), ID, (session) => {
      const { manifest, phase } = session;
      if (manifest.status === "finalized" && !manifest.archived) return null;
      assertWritable(session);
      if (!phase.complete) {
        throw new Problem(
          "not-complete",
          `Session ${ID} is in phase ${phase.code}, ${phase.index} of ${phase.of}: it can be finalized once the last phase is approved.`,
          "Take the remaining phases through their gates first.",
        );
      }
      return { status: "finalized", ...activity(context.author()) };
    });
    return changed(update, "is finalized.");
  },
});

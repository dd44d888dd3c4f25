import { management, updateSession } from "../change-manifest.ts";
import { defineCommand, SESSION_ID } from "../command.ts";
import { checkedLabel } from "../labels.ts";
import { changed } from "./changed.ts";

export const command = defineCommand({
  positionals: SESSION_ID,
  options: {
    group: { type: "text", value: "GROUP", required: true, help: "The group; empty takes it out of its group" },
  },
  changes: true,
  personal: true,
  run(context, { ID, group }) {
    const label = checkedLabel(group, "The group");
    const update = updateSession(context.workspace(), ID, (session) => ({
      group: label,
      ...management(session, context.author()),
    }));
    return changed(update, label === null ? "is in no group now." : `is now in the group ${JSON.stringify(label)}.`);
  },
});

import { management, updateSession } from "../change-manifest.ts";
import { defineCommand, SESSION_ID } from "../command.ts";
import { checkedLabel } from "../labels.ts";
import { changed } from "./changed.ts";

export const command = defineCommand({
  positionals: SESSION_ID,
  options: { name: { type: "text", value: "NAME", required: true, help: "The name; empty clears it" } },
  changes: true,
  personal: true,
  run(context, { ID, name }) {
    const label = checkedLabel(name, "The name");
    const update = updateSession(context.workspace(), ID, (session) => ({
      name: label,
      ...management(session, context.author()),
    }));
    return changed(update, label === null ? "the name was cleared." : `is now named ${JSON.stringify(label)}.`);
  },
});

import { toLinking } from "../mapping/linking.ts";
import type { Builder } from "./builder.ts";
import { readQuestion } from "./reading-question.ts";

/** Which table, column and condition each part of the question stands for, and what stands for nothing. */
export const schemaLinking: Builder = {
  reads: ["revised_question"],
  schema: true,
  queries: () => [],
  write: (known) => {
    const { mapping, notes, leftover, language } = readQuestion(known, "schema_linking");
    const linking = toLinking({ ...mapping, language }, notes);
    const unread = leftover.map((clause) =>
      language === "it"
        ? `Nota non capita, non applicata: «${clause}».`
        : `Note not understood, not applied: “${clause}”.`,
    );
    return `${JSON.stringify({ ...linking, assumptions: [...linking.assumptions, ...unread] }, null, 2)}\n`;
  },
};

import { buildPlan, toSql } from "../mapping/query.ts";
import type { Builder } from "./builder.ts";
import { oneLine, readLinked } from "./reading-question.ts";
import { describe } from "./wording.ts";

/** The statement, runnable as it stands; none when the question was not linked whole. */
export const sqlFinal: Builder = {
  reads: ["schema_linking"],
  schema: false,
  queries: () => [],
  write: (known) => {
    const { selection, language } = readLinked(known);
    if (!selection) return null;
    const comments = [describe(selection, language)];
    if (known.note)
      comments.push(`${language === "it" ? "Nota del revisore" : "Reviewer's note"}: ${oneLine(known.note)}`);
    return `${comments.map((comment) => `-- ${comment}\n`).join("")}${toSql(buildPlan(selection))}\n`;
  },
};

import { isAnswerable } from "../mapping/interpret.ts";
import { MEASURES } from "../mapping/measures.ts";
import type { Builder } from "./builder.ts";
import { type QuestionReading, readQuestion } from "./reading-question.ts";
import { notesSection } from "./reviewer-notes.ts";
import { bullets, capitalised, describe } from "./wording.ts";

/** One unambiguous question, and the assumptions that make it so. */
export const revisedQuestion: Builder = {
  reads: [],
  schema: false,
  queries: () => [],
  write: (known) => {
    // The original is always the session's own question: an older revised one is not carried along.
    const { revised_question: previous, ...documents } = known.documents;
    const reading = readQuestion(
      { ...known, documents: { ...documents, revised_question: notesOnly(previous) } },
      "revised_question",
    );
    return reading.language === "it" ? italian(reading) : english(reading);
  },
};

const notesOnly = (document: string | undefined): string => document?.replace(/^\*\*.*$/gmu, "") ?? "";

function assumptions({ mapping, language }: QuestionReading): string[] {
  return [
    ...mapping.measures.map((id) => capitalised(`${MEASURES[id].label[language]}: ${MEASURES[id].meaning[language]}.`)),
    ...mapping.assumptions.map((text) => text[language]),
  ];
}

const unclear = ({ mapping, language, leftover }: QuestionReading): string[] => [
  ...mapping.unmapped.map((one) => `«${one.words}»: ${one.reason[language]}.`),
  ...leftover.map((clause) =>
    language === "it" ? `Della nota non ho capito: «${clause}».` : `Of the note I did not understand: “${clause}”.`,
  ),
];

function italian(reading: QuestionReading): string {
  const clear = isAnswerable(reading.mapping);
  return `# Domanda rivista

${clear ? describe(reading.mapping, "it") : "Non riesco a renderla univoca: una parte non si collega al DWH (vedi sotto)."}

**Domanda originale:** ${reading.original}

## Assunzioni

${bullets(assumptions(reading), "Nessuna.")}
${unclear(reading).length > 0 ? `\n## Da chiarire\n\n${bullets(unclear(reading), "")}\n` : ""}${notesSection(reading.notes, "it")}`;
}

function english(reading: QuestionReading): string {
  const clear = isAnswerable(reading.mapping);
  return `# Revised question

${clear ? describe(reading.mapping, "en") : "I cannot make it unambiguous: a part of it does not link to the warehouse (see below)."}

**Original question:** ${reading.original}

## Assumptions

${bullets(assumptions(reading), "None.")}
${unclear(reading).length > 0 ? `\n## To clear up\n\n${bullets(unclear(reading), "")}\n` : ""}${notesSection(reading.notes, "en")}`;
}

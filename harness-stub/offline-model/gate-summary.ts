import { oneLine, readLinked, readQuestion, unlinkedLines } from "./builders/reading-question.ts";
import { capitalised, describe, enumerate } from "./builders/wording.ts";
import { DIMENSIONS } from "./mapping/dimensions.ts";
import { isAnswerable } from "./mapping/interpret.ts";
import { languageOf } from "./mapping/language.ts";
import { MEASURES } from "./mapping/measures.ts";
import type { Language } from "./mapping/types.ts";
import type { Phase, SessionView } from "./session-view.ts";

export interface GateAsk {
  phase: string;
  summary: string;
  suggest?: { decision: string; to?: string };
}

/** What the reviewer is told at a phase's gate: decided, assumed, to look at; at most five lines. */
export function gateAsk(view: SessionView, phase: Phase): GateAsk {
  const { documents } = view;
  const question = documents.question ?? "";
  const known = { question, documents, note: null, schema: null };
  const language = languageOf(question);
  const linked = readLinked(known);
  const blocked = documents.schema_linking !== undefined && linked.selection === null;
  const summarise = SUMMARIES[phase.needs[0] ?? ""];
  const lines = summarise ? summarise(documents, language) : [phase.needs.join(", ")];
  const ask = { phase: phase.code, summary: [...lines, ...noteLine(phase, language)].slice(0, 5).join("\n") };
  const linkingPhase = view.listed.schema_linking ?? "F4";
  if (!blocked || phase.complete) return ask;
  if (phase.needs.includes("schema_linking")) return { ...ask, suggest: { decision: "revise" } };
  const before = ["question", "context", "revised_question"].some((key) => phase.needs.includes(key));
  return before ? ask : { ...ask, suggest: { decision: "rollback", to: linkingPhase } };
}

type Summary = (documents: Record<string, string>, language: Language) => string[];

const SUMMARIES: Record<string, Summary> = {
  question: (documents, language) => {
    const { mapping, original } = readQuestion(knownFrom(documents), "context");
    const reads = language === "it" ? "La leggo così" : "I read it as";
    return isAnswerable(mapping)
      ? [`«${original.slice(0, 400)}»`, `${reads}: ${describe(mapping, language)}`]
      : [
          `«${original.slice(0, 400)}»`,
          language === "it"
            ? `Attenzione: non so ancora collegare ${mapping.unmapped.map((one) => `«${one.words}»`).join(", ")}.`
            : `Beware: I cannot link ${mapping.unmapped.map((one) => `“${one.words}”`).join(", ")} yet.`,
        ];
  },
  context: (documents, language) => {
    const { mapping } = readQuestion(knownFrom(documents), "context");
    const measures = mapping.measures.map((id) => `${MEASURES[id].label[language]}: ${MEASURES[id].meaning[language]}`);
    return [
      language === "it"
        ? "Tabelle, periodo e termini sono nel documento."
        : "Tables, period and terms are in the document.",
      ...measures.slice(0, 2).map(capitalised),
      ...doubts(
        mapping.unmapped.map((one) => one.words),
        language,
      ),
    ];
  },
  revised_question: (documents, language) => {
    const { mapping } = readQuestion(knownFrom(documents), "schema_linking");
    const assumed = mapping.assumptions.map((text) => text[language]).slice(0, 2);
    return [
      ...(isAnswerable(mapping) ? [describe(mapping, language)] : []),
      ...assumed,
      ...doubts(
        mapping.unmapped.map((one) => one.words),
        language,
      ),
    ];
  },
  schema_linking: (documents, language) => {
    const { linking, selection } = readLinked(knownFrom(documents));
    if (!linking || !selection) return refusal(unlinkedLines(linking), language);
    const tables = enumerate(
      linking.tables.map((table) => `\`${table.name}\``),
      language,
    );
    const assumed = linking.assumptions.slice(0, 2);
    return [
      describe(selection, language),
      language === "it" ? `Tabelle: ${tables}.` : `Tables: ${tables}.`,
      ...assumed,
    ];
  },
  strategy: (documents, language) =>
    ownSummary(documents, language, {
      it: "Join, grana e rischi sono nel documento.",
      en: "Joins, grain and risks are in the document.",
    }),
  cte_plan: (documents, language) => {
    const tests = (parse(documents.cte_tests) as { passed?: boolean }[] | null) ?? [];
    const passed = tests.filter((test) => test.passed).length;
    return ownSummary(documents, language, {
      it: `Passi provati sul DWH: ${passed} prove riuscite su ${tests.length}.`,
      en: `Steps tried on the warehouse: ${passed} tests of ${tests.length} passed.`,
    });
  },
  sql_final: (documents, language) =>
    ownSummary(documents, language, {
      it: "La query è eseguibile così com'è; la eseguo nella prossima fase.",
      en: "The query runs as it stands; the next phase runs it.",
    }),
  validation_report: (documents, language) => {
    const { selection } = readLinked(knownFrom(documents));
    const outcome = documents.validation_report?.match(/^\*\*(?:Esito|Outcome):\*\* (.+)$/m)?.[1];
    const rows = firstRows(documents.validation_report ?? "", 3);
    return [...(selection ? [describe(selection, language)] : []), ...(outcome ? [capitalised(outcome)] : []), ...rows];
  },
};

function ownSummary(documents: Record<string, string>, language: Language, text: Record<Language, string>): string[] {
  const { linking, selection } = readLinked(knownFrom(documents));
  if (selection) return [describe(selection, language), text[language]];
  const [first] = unlinkedLines(linking);
  return language === "it"
    ? [
        `Non posso andare oltre: lo schema linking non è completo${first ? ` (${first})` : ""}.`,
        "Torna alla fase dello schema linking con una nota: «per X intendo Y» oppure «ignora X».",
        "Se approvi, la SQL finale non la scriverò: sarebbe inventata.",
      ]
    : [
        `I cannot go further: the schema linking is not complete${first ? ` (${first})` : ""}.`,
        "Go back to the schema linking with a note: “by X I mean Y” or “ignore X”.",
        "If you approve, I will not write the final SQL: it would be invented.",
      ];
}

function refusal(unlinked: string[], language: Language): string[] {
  const measures = Object.values(MEASURES).map((measure) => measure.label[language]);
  const dimensions = Object.values(DIMENSIONS).map((dimension) => dimension.label[language]);
  return language === "it"
    ? [
        `Non so collegare al DWH: ${unlinked.join("; ")}.`,
        `Misure che conosco: ${measures.join(", ")}.`,
        `Dimensioni: ${dimensions.join(", ")}.`,
        "Chiedi modifiche scrivendo «per X intendo Y» oppure «ignora X», o torna a riformulare la domanda. Se approvi così, non scriverò SQL.",
      ]
    : [
        `I cannot link to the warehouse: ${unlinked.join("; ")}.`,
        `Measures I know: ${measures.join(", ")}.`,
        `Dimensions: ${dimensions.join(", ")}.`,
        "Ask for changes with “by X I mean Y” or “ignore X”, or go back and reword the question. If you approve it so, I will write no SQL.",
      ];
}

function noteLine({ note, needs }: Phase, language: Language): string[] {
  if (!note) return [];
  const quoted = oneLine(note).slice(0, 200);
  const interpreted = ["question", "context", "revised_question", "schema_linking"].some((key) => needs.includes(key));
  if (interpreted)
    return [language === "it" ? `Nota tenuta presente: «${quoted}».` : `Note taken into account: “${quoted}”.`];
  return [
    language === "it"
      ? `La nota «${quoted}» è riportata, ma qui non la so applicare: per cambiare misure, dimensioni o filtri torna a F4.`
      : `The note “${quoted}” is kept, but I cannot apply it here: to change measures, dimensions or conditions go back to F4.`,
  ];
}

const doubts = (words: string[], language: Language): string[] => {
  if (words.length === 0) return [];
  const listed = words.map((word) => `«${word}»`).join(", ");
  return [language === "it" ? `Da chiarire: ${listed}.` : `To clear up: ${listed}.`];
};

const knownFrom = (documents: Record<string, string>) => ({
  question: documents.question ?? "",
  documents,
  note: null,
  schema: null,
});

function parse(content: string | undefined): unknown {
  try {
    return JSON.parse(content ?? "null");
  } catch {
    return null;
  }
}

/** The first rows of a report's result table, as plain text. */
function firstRows(report: string, count: number): string[] {
  return resultTable(report)
    .slice(2, 2 + count)
    .map((line) => line.replace(/^\| | \|$/g, "").replaceAll(" | ", " · "));
}

/** The lines of the first table in a report. */
export function resultTable(report: string): string[] {
  const lines = report.split("\n");
  const start = lines.findIndex((line) => line.startsWith("|"));
  if (start < 0) return [];
  const end = lines.findIndex((line, i) => i > start && !line.startsWith("|"));
  return lines.slice(start, end < 0 ? undefined : end);
}

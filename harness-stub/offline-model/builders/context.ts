import { DIMENSIONS } from "../mapping/dimensions.ts";
import { isAnswerable } from "../mapping/interpret.ts";
import { toLinking } from "../mapping/linking.ts";
import { MEASURES } from "../mapping/measures.ts";
import type { Language } from "../mapping/types.ts";
import type { Builder, Known } from "./builder.ts";
import { isSampleWarehouse, type QuestionReading, readQuestion } from "./reading-question.ts";
import { notesSection } from "./reviewer-notes.ts";
import { markdownTable } from "./tables.ts";
import { bullets, capitalised } from "./wording.ts";

const PERIOD = "SELECT MIN(data) AS prima, MAX(data) AS ultima FROM ordini";

const ROLE: Record<string, Record<Language, string>> = {
  negozi: { it: "dove si vende: città, regione, formato", en: "where things are sold: city, region, format" },
  prodotti: { it: "che cosa si vende: categoria, marca, costo", en: "what is sold: category, brand, cost" },
  clienti: { it: "chi compra: segmento e residenza", en: "who buys: segment and home" },
  ordini: { it: "quando, dove, chi e per quale canale", en: "when, where, who and through which channel" },
  righe_ordine: {
    it: "i fatti di vendita: quantità, sconto, importo netto",
    en: "the sales facts: quantity, discount, net amount",
  },
  resi: {
    it: "i fatti di reso: data, quantità, importo, motivo",
    en: "the return facts: date, quantity, amount, reason",
  },
};

/** What of the warehouse matters for the question, over which period, and which words are ambiguous. */
export const context: Builder = {
  reads: [],
  schema: true,
  queries: ({ schema }) => (schema && isSampleWarehouse(schema) ? [PERIOD] : []),
  write: (known, resultOf) => {
    const reading = readQuestion(known, "context");
    const sample = known.schema !== null && isSampleWarehouse(known.schema);
    const [first, last] = sample ? (resultOf(PERIOD).rows[0] ?? []) : [];
    return reading.language === "it"
      ? `# Contesto

**Domanda:** ${reading.original}

## Tabelle che contano

${tables(known, reading)}

## Periodo

${sample ? `Gli ordini vanno dal ${first} al ${last}.` : "Non lo conosco: questo non è il DWH dimostrativo."}

## Come leggo i termini

${bullets(terms(reading), "Nessun termine riconosciuto.")}

## Termini da chiarire

${bullets(doubts(reading), "Nessuno.")}
${notesSection(reading.notes, "it")}`
      : `# Context

**Question:** ${reading.original}

## Tables that matter

${tables(known, reading)}

## Period

${sample ? `Orders run from ${first} to ${last}.` : "Unknown: this is not the sample warehouse."}

## How I read the terms

${bullets(terms(reading), "No term was recognised.")}

## Terms to clear up

${bullets(doubts(reading), "None.")}
${notesSection(reading.notes, "en")}`;
  },
};

function tables({ schema }: Known, { mapping, language }: QuestionReading): string {
  const needed = isAnswerable(mapping) ? new Set(toLinking(mapping, []).tables.map((table) => table.name)) : null;
  const rows = (schema?.tables ?? [])
    .filter((table) => !needed || needed.has(table.name))
    .map((table) => [
      `\`${table.name}\``,
      String(table.rows),
      ROLE[table.name]?.[language] ?? table.columns.map((c) => c.name).join(", "),
    ]);
  const header = language === "it" ? ["Tabella", "Righe", "A che cosa serve"] : ["Table", "Rows", "What it is for"];
  return markdownTable(header, rows, [false, true, false]);
}

function terms({ mapping, language }: QuestionReading): string[] {
  const measures = mapping.measures.map(
    (id) => `**${capitalised(MEASURES[id].label[language])}**: ${MEASURES[id].meaning[language]}`,
  );
  const dimensions = mapping.dimensions.map(
    (id) => `**${capitalised(DIMENSIONS[id].label[language])}**: \`${DIMENSIONS[id].column}\``,
  );
  return [...measures, ...dimensions];
}

function doubts({ mapping, language, leftover }: QuestionReading): string[] {
  const assumed = mapping.assumptions.map((text) => text[language]);
  const unknown = mapping.unmapped.map((one) => `«${one.words}»: ${one.reason[language]}.`);
  const unread = leftover.map((clause) =>
    language === "it" ? `Della nota non ho capito: «${clause}».` : `Of the note I did not understand: “${clause}”.`,
  );
  return [...unknown, ...assumed, ...unread];
}

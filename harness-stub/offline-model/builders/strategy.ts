import { DIMENSIONS } from "../mapping/dimensions.ts";
import { MEASURES } from "../mapping/measures.ts";
import type { Selection } from "../mapping/query.ts";
import type { Language } from "../mapping/types.ts";
import type { Builder } from "./builder.ts";
import { type Linked, readLinked, unlinkedLines } from "./reading-question.ts";
import { notesIn, notesSection, withNote } from "./reviewer-notes.ts";
import { markdownTable } from "./tables.ts";
import { bullets, describe, enumerate } from "./wording.ts";

/** How the rows will be reached: joins, grain, risks and how each is met. */
export const strategy: Builder = {
  reads: ["schema_linking"],
  schema: false,
  queries: () => [],
  write: (known) => {
    const linked = readLinked(known);
    const notes = notesSection(withNote(notesIn(known.documents.strategy), known.note), linked.language);
    return (linked.selection ? planned(linked, linked.selection) : blocked(linked)) + notes;
  },
};

function planned({ linking, language }: Linked, selection: Selection): string {
  const it = language === "it";
  const joins = (linking?.joins ?? []).map(({ left, right }) => [
    `\`${left}\``,
    `\`${right}\``,
    it ? "molti a uno: non moltiplica le righe" : "many to one: does not multiply rows",
  ]);
  const header = it ? ["Da", "A", "Cardinalità"] : ["From", "To", "Cardinality"];
  return `# ${it ? "Strategia" : "Strategy"}

${describe(selection, language)}

## ${it ? "Join" : "Joins"}

${markdownTable(header, joins)}

## ${it ? "Grana" : "Grain"}

${grain(selection, language)}

## ${it ? "Rischi e come li evito" : "Risks, and how they are met"}

${bullets(risks(selection, language), it ? "Nessuno." : "None.")}

## ${it ? "Controllo" : "Check"}

${
  it
    ? "Il totale si ricalcola per una seconda via, con condizioni annidate al posto dei join, e deve coincidere."
    : "The total is worked out a second way, with nested conditions in place of joins, and has to agree."
}
`;
}

function grain({ dimensions }: Selection, language: Language): string {
  const names = enumerate(
    dimensions.map((id) => DIMENSIONS[id].label[language]),
    language,
  );
  if (language === "it") return names ? `Una riga per ${names}.` : "Una riga sola: il totale.";
  return names ? `One row per ${names}.` : "A single row: the total.";
}

function risks({ measures, dimensions, filters, limit }: Selection, language: Language): string[] {
  const it = language === "it";
  const families = new Set(measures.map((id) => MEASURES[id].family));
  const list: string[] = [];
  if (measures.some((id) => ["ordini", "clienti", "scontrino_medio"].includes(id))) {
    list.push(
      it
        ? "Un ordine ha più righe: ordini e clienti si contano con `COUNT(DISTINCT …)`."
        : "An order has several lines: orders and customers are counted with `COUNT(DISTINCT …)`.",
    );
  }
  if (measures.includes("tasso_resi")) {
    list.push(
      it
        ? "Una riga può avere più resi: i resi si sommano per riga prima del join, così la quantità venduta non si conta due volte."
        : "A line can have several returns: returns are summed per line before the join, so that the quantity sold is not counted twice.",
    );
  }
  if (families.size > 1) {
    list.push(
      it
        ? "Vendite e resi hanno grana diversa: si aggregano separatamente e si uniscono sulle chiavi."
        : "Sales and returns differ in grain: each is aggregated apart and they meet on the keys.",
    );
  }
  if (measures.some((id) => !MEASURES[id].additive) && dimensions.length > 0) {
    list.push(
      it
        ? "Medie, tassi e conteggi distinti non si sommano tra gruppi: il totale si calcola sull'insieme, non sulle righe."
        : "Averages, rates and distinct counts do not add up over groups: the total is worked out on the whole, not on the rows.",
    );
  }
  if (filters.some((filter) => filter.op !== "in")) {
    list.push(it ? "Date come testo ISO: estremi inclusi." : "Dates are ISO text: both ends included.");
  }
  if (limit !== null) {
    list.push(
      it
        ? "A parità di valore l'ordine è alfabetico, per un risultato ripetibile."
        : "Ties are put in alphabetical order, for a repeatable result.",
    );
  }
  return list;
}

function blocked({ linking, language }: Linked): string {
  const lines = bullets(
    unlinkedLines(linking),
    language === "it" ? "Lo schema linking manca o non è leggibile." : "The schema linking is missing or unreadable.",
  );
  return language === "it"
    ? `# Strategia

Nessuna: lo schema linking non è completo, e una strategia su una domanda capita a metà darebbe un numero sbagliato.

## Che cosa manca

${lines}

## Come proseguire

Torna a F4 e scrivi una nota, per esempio «per X intendo fatturato» oppure «ignora X».
`
    : `# Strategy

None: the schema linking is not complete, and a strategy for a question half understood would give a wrong number.

## What is missing

${lines}

## How to go on

Go back to F4 and write a note, such as “by X I mean revenue” or “ignore X”.
`;
}

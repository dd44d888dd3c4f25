import type { DwhSchema } from "../../src/dwh-types.ts";
import { languageOf } from "../mapping/language.ts";
import { parseLinking, type SchemaLinking, selectionOf } from "../mapping/linking.ts";
import { interpretWithNotes } from "../mapping/notes.ts";
import type { Selection } from "../mapping/query.ts";
import type { Language, Mapping } from "../mapping/types.ts";
import type { Known } from "./builder.ts";
import { notesIn, withNote } from "./reviewer-notes.ts";

// Columns the rules rely on. A warehouse without them is another one, of which the offline model knows nothing.
const REQUIRED: Record<string, readonly string[]> = {
  negozi: ["id", "nome", "citta", "regione", "formato"],
  prodotti: ["id", "nome", "categoria", "marca", "costo"],
  clienti: ["id", "nome", "segmento", "citta", "regione"],
  ordini: ["id", "data", "negozio_id", "cliente_id", "canale"],
  righe_ordine: ["id", "ordine_id", "prodotto_id", "quantita", "sconto", "importo_netto"],
  resi: ["id", "riga_id", "data_reso", "quantita", "importo", "motivo"],
};

export const isSampleWarehouse = (schema: DwhSchema): boolean =>
  Object.entries(REQUIRED).every(([name, columns]) => {
    const table = schema.tables.find((one) => one.name === name);
    return table !== undefined && columns.every((column) => table.columns.some((one) => one.name === column));
  });

/** The question as the documents and the reviewers' notes leave it. */
export interface QuestionReading {
  language: Language;
  /** The user's words, on one line. */
  original: string;
  mapping: Mapping;
  notes: string[];
  /** Parts of the notes that were not understood. */
  leftover: string[];
}

const ORIGINAL = /^\*\*(?:Domanda originale|Original question):\*\* (.+)$/mu;

export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** `own` is the document that is being written, whose earlier notes stay in force. */
export function readQuestion(known: Known, own: "context" | "revised_question" | "schema_linking"): QuestionReading {
  const { documents, note } = known;
  const original = documents.revised_question?.match(ORIGINAL)?.[1] ?? oneLine(known.question);
  const earlier = [...notesIn(documents.context), ...(own === "context" ? [] : notesIn(documents.revised_question))];
  const linked = own === "schema_linking" ? (parseLinking(documents.schema_linking)?.notes ?? []) : [];
  const notes = withNote([...new Set([...earlier, ...linked])], note);
  const { mapping, leftover } = interpretWithNotes(
    own === "schema_linking" ? original : oneLine(known.question),
    notes,
  );
  if (known.schema && !isSampleWarehouse(known.schema)) {
    mapping.unmapped.unshift({
      words: "DWH",
      reason: {
        it: "il modello offline conosce solo il DWH dimostrativo: per questo DWH serve un modello vero (THOTH_MODEL)",
        en: "the offline model knows the sample warehouse only: this one needs a real model (THOTH_MODEL)",
      },
    });
  }
  return { language: languageOf(known.question), original, mapping, notes, leftover };
}

/** The approved linking of the session, or why there is nothing to build SQL from. */
export interface Linked {
  linking: SchemaLinking | null;
  selection: Selection | null;
  language: Language;
}

export function readLinked(known: Known): Linked {
  const linking = parseLinking(known.documents.schema_linking);
  return {
    linking,
    selection: linking ? selectionOf(linking) : null,
    language: linking?.language ?? languageOf(known.question),
  };
}

/** "«escluso»: why" for each thing that could not be linked. */
export function unlinkedLines(linking: SchemaLinking | null): string[] {
  return (linking?.unmapped ?? []).map((words, i) => {
    const reason = linking?.reasons?.[i];
    return reason ? `«${words}»: ${reason}` : `«${words}»`;
  });
}

import type { Language } from "./mapping/types.ts";

type Texts = typeof ITALIAN;

// What the work on each document is, in words, as said before it begins.
const ITALIAN_WORK: Record<string, string> = {
  context: "guardo quali tabelle contano e che periodo coprono",
  revised_question: "riscrivo la domanda in modo che si legga in un modo solo",
  schema_linking: "collego ogni parola a tabelle e colonne",
  strategy: "scelgo i join e la grana, e cerco i rischi",
  cte_plan: "preparo i passi e li provo sul DWH",
  sql_final: "compongo la query finale",
  validation_report: "eseguo la query e ricalcolo il totale per un'altra via",
};
const ENGLISH_WORK: Record<string, string> = {
  context: "I look which tables matter and which period they cover",
  revised_question: "I reword the question so that it can be read in one way only",
  schema_linking: "I link each word to tables and columns",
  strategy: "I choose joins and grain, and look for risks",
  cte_plan: "I prepare the steps and try them on the warehouse",
  sql_final: "I put the final query together",
  validation_report: "I run the query and work the total out a second way",
};

const ITALIAN = {
  noSession: "Non vedo quale sessione ThothII usare: apri o riprendi una sessione.",
  heard:
    "Ricevuto. Rileggo lo stato della sessione e vado avanti da lì; per far cambiare un documento usa «Chiedi modifiche» al gate.",
  waiting:
    "Il gate si è chiuso senza una decisione: niente è stato registrato. Aspetto; scrivi «continua» per riaprirlo.",
  stopped: (step: string, cause: string) =>
    `Mi fermo: «${step}» non è riuscito due volte. Causa: ${cause}\n\nScrivi «riprova» quando è risolto.`,
  missing: (phase: string, keys: string) =>
    `Mi fermo: per ${phase} mi serve ${keys}, che non c'è. Torna alla fase che lo scrive con /torna.`,
  unknownDocument: (key: string) =>
    `Mi fermo: il modello offline non sa scrivere «${key}». Per questo flusso di lavoro serve un modello vero (THOTH_MODEL).`,
  blocked: (phase: string, linking: string) =>
    `Mi fermo a ${phase}: lo schema linking non copre tutta la domanda, e una SQL inventata darebbe un numero sbagliato.\n\nTorna a ${linking} con «/torna ${linking} per X intendo Y» oppure «/torna ${linking} ignora X».`,
  working: (phase: string, title: string, key: string) =>
    `${phase} · ${title}${ITALIAN_WORK[key] ? `: ${ITALIAN_WORK[key]}` : ""}.`,
  reworking: (phase: string, note: string) => `${phase}: rifaccio il documento secondo la nota: «${note}».`,
  stale: (phase: string) => `${phase}: un documento precedente è cambiato, rifaccio questo a partire da quello nuovo.`,
  complete: "La sessione è completa: tutte le fasi sono approvate.",
  result: "Il risultato:",
  back: (phase: string) => `Proposta di tornare a ${phase}. La decisione la registri tu.`,
};

const ENGLISH: Texts = {
  noSession: "I do not see which ThothII session to use: open or resume one.",
  heard:
    "Noted. I read the session's state again and go on from there; to have a document changed, use “Ask for changes” at the gate.",
  waiting: "The gate closed without a decision: nothing was recorded. I wait; write “continue” to open it again.",
  stopped: (step, cause) => `I stop: “${step}” failed twice. Cause: ${cause}\n\nWrite “retry” when it is mended.`,
  missing: (phase, keys) => `I stop: ${phase} needs ${keys}, which is not there. Go back to its phase with /torna.`,
  unknownDocument: (key) =>
    `I stop: the offline model cannot write “${key}”. This workflow needs a real model (THOTH_MODEL).`,
  blocked: (phase, linking) =>
    `I stop at ${phase}: the schema linking does not cover the whole question, and invented SQL would give a wrong number.\n\nGo back to ${linking} with “/torna ${linking} by X I mean Y” or “/torna ${linking} ignore X”.`,
  working: (phase, title, key) => `${phase} · ${title}${ENGLISH_WORK[key] ? `: ${ENGLISH_WORK[key]}` : ""}.`,
  reworking: (phase, note) => `${phase}: I redo the document as the note asks: “${note}”.`,
  stale: (phase) => `${phase}: an earlier document changed; I redo this one from it.`,
  complete: "The session is complete: every phase is approved.",
  result: "The result:",
  back: (phase) => `Proposal to go back to ${phase}. The decision is yours to record.`,
};

export const wording = (language: Language): Texts => (language === "it" ? ITALIAN : ENGLISH);

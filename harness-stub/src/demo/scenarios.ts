import type { Status } from "../manifest/manifest.ts";

/** What a reviewer did at a gate. */
export interface Step {
  by: string;
  decision: "approve" | "revise" | "rollback";
  to?: string;
  note?: string;
}

/** A demo session: what was asked, what the reviewers did about it, and how it was left. */
export interface Scenario {
  /** The end of its id, by which a second run knows it again. */
  suffix: string;
  question: string;
  name: string | null;
  group: string | null;
  author: string;
  /** Hours before now. */
  began: number;
  lastActive: number;
  steps: Step[];
  /** How it was left: at an open gate, or before the agent's documents. */
  left: "gate" | "work";
  status: Status;
  archived?: true;
  /** The manifest is cut in the middle of a line. */
  broken?: true;
  summary?: string;
}

const GIULIA = "Giulia Bianchi";
const MARCO = "Marco Ferri";
const ELENA = "Elena Conti";

const approvals = (count: number, by: string, notes: Record<number, string> = {}): Step[] =>
  Array.from({ length: count }, (_, index) => {
    const note = notes[index + 1];
    return { by, decision: "approve", ...(note ? { note } : {}) };
  });

export const scenarios: readonly Scenario[] = [
  {
    suffix: "demoaa",
    question: "Numero di ordini per canale nel 2026",
    name: null,
    group: null,
    author: GIULIA,
    began: 0.6,
    lastActive: 0.6,
    steps: [],
    left: "gate",
    status: "open",
  },
  {
    suffix: "demoab",
    question: "Clienti distinti per segmento nel 2025",
    name: "Clienti per segmento",
    group: "Marketing",
    author: ELENA,
    began: 4,
    lastActive: 2.5,
    steps: approvals(1, ELENA),
    left: "gate",
    status: "open",
  },
  {
    suffix: "demoac",
    question: "Fatturato per marca a Milano nel 2025",
    name: null,
    group: "Marketing",
    author: ELENA,
    began: 9,
    lastActive: 6,
    steps: approvals(2, MARCO, { 2: "Va bene, contano solo i negozi fisici di Milano." }),
    left: "work",
    status: "open",
  },
  {
    suffix: "demoad",
    question: "Qual è il fatturato per regione nel 2025?",
    name: "Fatturato per regione 2025",
    group: "Direzione vendite",
    author: GIULIA,
    began: 30,
    lastActive: 22,
    steps: [
      ...approvals(2, GIULIA, { 1: "Domanda chiara." }),
      {
        by: MARCO,
        decision: "revise",
        note: "Dividi anche per canale.",
      },
      { by: MARCO, decision: "approve", note: "Così va bene." },
    ],
    left: "gate",
    status: "open",
  },
  {
    suffix: "demoae",
    question: "Sconto medio per linea nel 2025",
    name: null,
    group: "Direzione vendite",
    author: MARCO,
    began: 52,
    lastActive: 28,
    steps: [
      ...approvals(3, MARCO),
      {
        by: GIULIA,
        decision: "rollback",
        to: "F2",
        note: "Per linea intendo categoria.",
      },
    ],
    left: "gate",
    status: "open",
  },
  {
    suffix: "demoaf",
    question: "Valore dei resi per motivo nel 2025",
    name: "Resi per motivo",
    group: null,
    author: ELENA,
    began: 80,
    lastActive: 50,
    steps: [
      ...approvals(4, ELENA, { 4: "Corretto usare l'importo del reso e non quello della riga." }),
      {
        by: MARCO,
        decision: "revise",
        note: "Dividi anche per regione.",
      },
    ],
    left: "work",
    status: "open",
  },
  {
    suffix: "demoag",
    question: "Top 10 clienti per fatturato nel 2025",
    name: "I dieci clienti migliori",
    group: "Marketing",
    author: GIULIA,
    began: 120,
    lastActive: 74,
    steps: approvals(5, GIULIA, { 3: "A parità di fatturato va bene l'ordine alfabetico." }),
    left: "gate",
    status: "open",
  },
  {
    suffix: "demoah",
    question: "Andamento del fatturato per mese nel 2025",
    name: "Andamento mensile 2025",
    group: "Direzione vendite",
    author: MARCO,
    began: 170,
    lastActive: 98,
    steps: approvals(6, MARCO, { 6: "Le prove delle CTE tornano." }),
    left: "gate",
    status: "open",
  },
  {
    suffix: "demoai",
    question: "Scontrino medio per formato nel 2025",
    name: null,
    group: null,
    author: ELENA,
    began: 220,
    lastActive: 146,
    steps: approvals(7, ELENA, { 4: "Il formato è quello del negozio.", 7: "SQL leggibile, grazie." }),
    left: "gate",
    status: "open",
  },
  {
    suffix: "demoaj",
    question: "Margine per categoria nel 2025",
    name: "Margine online per categoria",
    group: "Direzione vendite",
    author: GIULIA,
    began: 330,
    lastActive: 260,
    steps: [
      ...approvals(4, GIULIA),
      {
        by: MARCO,
        decision: "rollback",
        to: "F3",
        note: "Considera solo il canale online.",
      },
      ...approvals(6, MARCO, {
        1: "Ora il canale è quello giusto.",
        6: "Totale verificato con il controllo di gestione.",
      }),
    ],
    left: "gate",
    status: "finalized",
    summary: "Margine 2025 per categoria di prodotto, solo canale online.",
  },
  {
    suffix: "demoak",
    question: "Quantità vendute per negozio nel 2025",
    name: "Quantità per negozio",
    group: "Chiusura 2025",
    author: MARCO,
    began: 420,
    lastActive: 390,
    steps: approvals(2, MARCO),
    left: "gate",
    status: "closed",
  },
  {
    suffix: "demoal",
    question: "Fatturato per trimestre nel 2024",
    name: "Trimestri 2024",
    group: "Chiusura 2024",
    author: ELENA,
    began: 640,
    lastActive: 600,
    steps: approvals(6, ELENA),
    left: "gate",
    status: "open",
    archived: true,
  },
  {
    suffix: "demoam",
    question: "Numero di resi per negozio nel 2025",
    name: "Resi per negozio",
    group: null,
    author: GIULIA,
    began: 510,
    lastActive: 480,
    steps: approvals(2, GIULIA),
    left: "gate",
    status: "open",
    broken: true,
  },
];

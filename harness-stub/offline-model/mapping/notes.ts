import { interpret } from "./interpret.ts";
import { phraseKey, tokenise } from "./tokens.ts";
import type { Mapping } from "./types.ts";

/** What a reviewer's note asks of a question. */
export interface NoteReading {
  /** The question with the note's synonyms put in and its dropped words left out. */
  question: string;
  /** What the note adds to the question, when it could be read as a question of its own. */
  addition: Mapping | null;
  /** Parts of the note that were not understood. */
  leftover: string[];
}

const MEANS = "(?:intendo|intendiamo|si intende|intendevo|i mean|we mean|is meant)";
// Clauses come with single spaces: a pattern that had to try every run of them would take minutes over a long note.
const SYNONYM = new RegExp(`^(?:per|con|by|for|with) (.+?),? ${MEANS} (.+)$`, "iu");
const EQUATION = /^(.+?) (?:significa|vuol dire|equivale a|sta per|means|stands for) (.+)$/iu;
const IGNORE = /^(?:ignora|ignorare|togli|lascia perdere|ignore|drop|leave out|forget) (.+)$/iu;
const ADD =
  /^(?:aggiungi|includi|mostra|anche|considera|limita(?:ti)? a|solo|soltanto|usa|raggruppa|dividi|add|include|show|also|only|use|consider|group|split|limit to) (?:anche |solo |also |only )?/iu;

/** Applies a note to a question, clause by clause. */
export function readNote(question: string, note: string): NoteReading {
  const reading: NoteReading = { question, addition: null, leftover: [] };
  for (const clause of clausesOf(note)) {
    const synonym = clause.match(SYNONYM) ?? clause.match(EQUATION);
    const ignore = clause.match(IGNORE);
    if (synonym?.[1] && synonym[2]) replaceWords(reading, clause, synonym[1], synonym[2]);
    else if (ignore?.[1]) replaceWords(reading, clause, ignore[1], "");
    else addClause(reading, clause);
  }
  return reading;
}

const NEW_INSTRUCTION =
  /, ?(?:e |and )?(?=(?:per|by|ignora|ignore|togli|drop|aggiungi|add|solo|only) )| e (?=ignora )| and (?=ignore )/iu;

// A clause ends at a full stop, a line or a semicolon; a comma ends one only where a new instruction begins.
function clausesOf(note: string): string[] {
  return note
    .split(/[.;\n]/u)
    .map((clause) => clause.replace(/\s+/gu, " ").trim())
    .flatMap((clause) => clause.split(NEW_INSTRUCTION))
    .filter((clause) => clause !== "");
}

function replaceWords(reading: NoteReading, clause: string, from: string, to: string): void {
  const wanted = phraseKey(unquoted(from)).split(" ").filter(Boolean);
  const bare = wanted.length > 1 ? withoutArticle(wanted) : wanted;
  const replaced = bare.length > 0 ? replaceRun(reading.question, bare, unquoted(to)) : null;
  if (replaced === null) reading.leftover.push(clause);
  else reading.question = replaced;
}

const unquoted = (text: string): string => text.replace(/[«»"“”]/g, " ").trim();
const withoutArticle = (words: string[]): string[] =>
  /^(il|lo|la|i|gli|le|l|the|a|an)$/.test(words[0] ?? "") ? words.slice(1) : words;

// Cuts the run of words out of the question as it was written, so that the rest keeps its spelling and punctuation.
function replaceRun(question: string, wanted: readonly string[], to: string): string | null {
  const text = question.normalize("NFC");
  const places: { text: string; start: number; end: number }[] = [];
  let searched = 0;
  for (const token of tokenise(text)) {
    const start = text.indexOf(token.raw, searched);
    searched = start + token.raw.length;
    places.push({ text: token.text, start, end: searched });
  }
  let result = "";
  let kept = 0;
  for (let i = 0; i + wanted.length <= places.length; i++) {
    if (!wanted.every((word, j) => places[i + j]?.text === word)) continue;
    result += text.slice(kept, places[i]?.start) + to;
    kept = places[i + wanted.length - 1]?.end ?? kept;
    i += wanted.length - 1;
  }
  return kept === 0 ? null : (result + text.slice(kept)).replace(/\s+/g, " ").trim();
}

function addClause(reading: NoteReading, clause: string): void {
  const addition = interpret(clause.replace(ADD, ""));
  const measureMissing = addition.measures.length === 0;
  const real = addition.unmapped.filter((one) => !(measureMissing && one.words === "misura"));
  const says = addition.measures.length + addition.dimensions.length + addition.filters.length > 0;
  if (real.length > 0 || !says || addition.order || reading.addition) reading.leftover.push(clause);
  else reading.addition = addition;
}

/** The question as the notes leave it: a mapping of the changed words, with what the notes add. */
export function interpretWithNotes(
  question: string,
  notes: readonly string[],
): { mapping: Mapping; leftover: string[] } {
  let text = question;
  const additions: Mapping[] = [];
  const leftover: string[] = [];
  for (const note of notes) {
    const reading = readNote(text, note);
    text = reading.question;
    if (reading.addition) additions.push(reading.addition);
    leftover.push(...reading.leftover);
  }
  const mapping = interpret(text);
  const merged = additions.reduce(merge, mapping);
  return { mapping: { ...merged, question: text, language: interpret(question).language }, leftover };
}

// What a note says about a column takes the place of what the question said about it.
function merge(base: Mapping, addition: Mapping): Mapping {
  const columns = new Set(addition.filters.map((filter) => filter.column));
  const measures = [...new Set([...base.measures, ...addition.measures])];
  const supplied = base.measures.length === 0 && measures.length > 0;
  const dimensions = [...new Set([...base.dimensions, ...addition.dimensions])];
  const unmapped = base.unmapped.filter((one) => !(supplied && one.words === "misura"));
  if (base.order && addition.dimensions.length > 0) {
    unmapped.push({
      words: addition.question,
      reason: {
        it: "aggiunta a una classifica la spezzerebbe in gruppi",
        en: "added to a ranking it would break it into groups",
      },
    });
  }
  return {
    ...base,
    measures,
    dimensions,
    filters: [...base.filters.filter((filter) => !columns.has(filter.column)), ...addition.filters],
    unmapped,
    assumptions: [...base.assumptions, ...addition.assumptions],
  };
}

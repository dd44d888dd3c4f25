import type { Snippet } from "@thothii/backend/api/search";
import { visibleText } from "./visible-text.ts";

/** Marks of emphasis and code, signs of headings, and the line below a table's head. */
const MARKUP = /\*\*|__|`+|(?<=^|\s)#{1,6}(?=\s)|\|?(?:\s*:?-{3,}:?\s*\|)+/g;

/** A passage as it is read, without the markdown that lays it out. */
export const plainPieces = (snippet: Snippet): Snippet =>
  snippet.map(({ hit, text }) => ({ hit, text: visibleText(hit ? text : text.replace(MARKUP, "")) }));

import type { Language } from "../mapping/types.ts";

const TITLE: Record<Language, string> = { it: "## Note del revisore", en: "## Reviewer's notes" };

/** The section that keeps what reviewers asked; later phases read the notes back from it. */
export function notesSection(notes: readonly string[], language: Language): string {
  if (notes.length === 0) return "";
  const quoted = notes.map((note) =>
    note
      .split("\n")
      .map((line) => `> ${line}`.trimEnd())
      .join("\n"),
  );
  return `\n${TITLE[language]}\n\n${quoted.join("\n\n")}\n`;
}

/** The notes of a document's section, oldest first. */
export function notesIn(document: string | undefined): string[] {
  if (!document) return [];
  const start = Object.values(TITLE)
    .map((title) => document.indexOf(`\n${title}\n`))
    .find((index) => index >= 0);
  if (start === undefined) return [];
  const section = document.slice(start + 1).split(/\n(?=## )/)[0] ?? "";
  return section
    .split(/\n\n+/)
    .slice(1)
    .map((block) =>
      block
        .split("\n")
        .map((line) => line.replace(/^> ?/, ""))
        .join("\n")
        .trim(),
    )
    .filter((note) => note !== "");
}

/** Earlier notes and the new one, each once. */
export const withNote = (notes: readonly string[], note: string | null): string[] => [
  ...new Set(note?.trim() ? [...notes, note.trim()] : notes),
];

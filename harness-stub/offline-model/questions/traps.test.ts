import { expect, test } from "vitest";
import { interpret, isAnswerable } from "../mapping/interpret.ts";
import { TUNED } from "./tuned.ts";

// Words that turn a question's meaning. Wherever one is added, an answer to the question without it would be wrong.
const TURNING =
  "non senza escluso tranne eccetto mai oltre almeno circa cumulato precedente scorso not without excluding except never over above previous last cumulative > < != 1000".split(
    " ",
  );
const answerable = TUNED.filter(([, reference]) => reference !== null).map(([question]) => question);

test.each(TURNING)("a question with «%s» put anywhere in it is refused", (word) => {
  for (const question of answerable) {
    const words = question.split(" ");
    for (let at = 0; at <= words.length; at++) {
      const turned = words.toSpliced(at, 0, word).join(" ");
      expect({ turned, answered: isAnswerable(interpret(turned)) }).toEqual({ turned, answered: false });
    }
  }
});

test.each([
  "Revenue by March 2025",
  "Fatturato fino a marzo 2025",
  "Fatturato da marzo 2025 in poi",
  "Fatturato dopo il 2024",
  "Negozi che vendono di più di Milano Duomo",
  "Negozi che vendono di più dei negozi di Roma",
  "Negozi con più ordini di Roma Termini",
  "Negozi con fatturato più alto di Roma Termini",
  "Quali città vendono più di Milano?",
  "Il secondo negozio per fatturato",
  "I negozi con più vendite che resi",
  "Fatturato per regione nel 2024 rispetto al 2023",
  "Primi 10% dei clienti per fatturato",
  "Crescita anno su anno del fatturato",
  "Revenue year over year",
  "Ordini per giorno della settimana",
  "Fatturato del 15 marzo 2025",
  "Fatturato Lombardia e Torino",
  "Elettronica e vino a Roma",
  "Quanti clienti hanno comprato solo online?",
  "Quanti prodotti abbiamo?",
  "Resi per ordine",
  "Gross sales by region",
])("%s: refused rather than answered beside the point", (question) => {
  expect(isAnswerable(interpret(question))).toBe(false);
});

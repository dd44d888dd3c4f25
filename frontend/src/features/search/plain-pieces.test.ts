import { expect, test } from "vitest";
import { plainPieces } from "./plain-pieces.ts";

const plain = (text: string) => plainPieces([{ text, hit: false }])[0]?.text;

test("a passage is read without what lays it out", () => {
  expect(plain("# Domanda rivista **Valore** di `importo`")).toBe(" Domanda rivista Valore di importo");
  expect(plain("## Assunzioni | Tabella | Righe | |---|---:| resi")).toBe(" Assunzioni | Tabella | Righe |  resi");
});

test("what only looks like it stays, and what was found is never touched", () => {
  expect(plain("C++ #123 a * b snake_case 2025-11-30 -- nota")).toBe("C++ #123 a * b snake_case 2025-11-30 -- nota");
  const found = [{ text: "__init__", hit: true }];
  expect(plainPieces(found)).toEqual(found);
});

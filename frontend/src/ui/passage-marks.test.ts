import { expect, test } from "vitest";
import { densestMark, findMarks } from "./passage-marks.ts";

function shown(html: string): Element {
  const element = document.createElement("div");
  element.innerHTML = html;
  return element;
}
const found = (html: string, ...words: string[]) => findMarks([shown(html)], words).map(({ range }) => String(range));

test("finds whole words across elements, whatever their case and accents", () => {
  expect(found("<p>I Resi e la <b>città</b></p><p>resina, presi, RESI</p>", "resi", "citta")).toEqual([
    "Resi",
    "città",
    "RESI",
  ]);
});

test("parts of an identifier are words, and so is anything in a script without spaces", () => {
  expect(found("importo_netto, data-reso, x.resi", "importo", "reso", "resi")).toEqual(["importo", "reso", "resi"]);
  expect(found("修改退货服务端", "退货")).toEqual(["退货"]);
  expect(found("C++ e C#", "C++")).toEqual(["C++"]);
});

test("no words mark nothing, and neither does what isn't there", () => {
  expect(found("resi", "", "  ")).toEqual([]);
  expect(found("resi", "margine")).toEqual([]);
});

test("the place to go to is the first with the most different words at one glance", () => {
  const far = "x ".repeat(200);
  const marks = findMarks(
    [shown(`<p>resi resi ${far}</p><p>dei resi il margine</p><p>${far} margine</p>`)],
    ["resi", "margine"],
  );
  const best = densestMark(marks);
  expect(marks.indexOf(best as (typeof marks)[number])).toBe(2);
  expect(densestMark([])).toBe(undefined);
});

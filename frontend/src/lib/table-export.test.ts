import { describe, expect, it } from "vitest";
import { toCsv, toTsv } from "./table-export.ts";

const csv = (table: string[][], language = "it") => toCsv(table, language).replace("\uFEFF", "").split("\r\n");

describe("toTsv", () => {
  it("keeps one row a line and one cell a column, whatever is in them", () => {
    expect(
      toTsv([
        ["regione", "note"],
        ["Lazio", "a\tb\nc"],
      ]),
    ).toBe("regione\tnote\nLazio\ta b c");
  });

  it("makes text of what a spreadsheet would run", () => {
    expect(toTsv([["=1+1"], ["+cmd"], ["-x"], ["@SUM(A1)"], ["-12,5"], ["+3"]])).toBe(
      "'=1+1\n'+cmd\n'-x\n'@SUM(A1)\n-12,5\n+3",
    );
  });
});

describe("toCsv", () => {
  it("writes Italian files with semicolons and a decimal comma", () => {
    expect(
      csv([
        ["regione", "fatturato", "righe"],
        ["Lazio", "1234.5", "12"],
        ["Emilia; Romagna", "-0.25", "7"],
      ]),
    ).toEqual(["regione;fatturato;righe", "Lazio;1234,5;12", '"Emilia; Romagna";-0,25;7', ""]);
  });

  it("writes English files with commas and a decimal point", () => {
    expect(
      csv(
        [
          ["regione", "fatturato"],
          ["Lazio, Roma", "1.234,50"],
        ],
        "en",
      ),
    ).toEqual(["regione,fatturato", '"Lazio, Roma",1234.50', ""]);
  });

  it("reads the notation of a column from the cells that tell it", () => {
    expect(csv([["x"], ["1.234"], ["1.234,56"]])).toEqual(["x", "1234", "1234,56", ""]);
    expect(csv([["x"], ["1.234"], ["0.5"]])).toEqual(["x", "1,234", "0,5", ""]);
    expect(csv([["x"], ["1,234.50"]])).toEqual(["x", "1234,50", ""]);
  });

  it("leaves as written a number that can be read in two ways", () => {
    expect(csv([["x"], ["1.234"], ["5.678"]])).toEqual(["x", "1.234", "5.678", ""]);
    expect(csv([["x"], ["1,5"], ["1.5"]])).toEqual(["x", "1,5", "1.5", ""]);
  });

  it("leaves dates, codes and words alone", () => {
    expect(csv([["x"], ["2025-01"], ["1.2.3"], ["v 1.5"]])).toEqual(["x", "2025-01", "1.2.3", "v 1.5", ""]);
  });

  it("quotes quotes and line ends and makes formulas text, in the header too", () => {
    expect(
      csv([
        ["=a", 'di"ce'],
        ["\t=b", "x"],
      ]),
    ).toEqual([`'=a;"di""ce"`, `'\t=b;x`, ""]);
    expect(toCsv([["a\nb"]], "it")).toBe('\uFEFF"a\nb"\r\n');
  });
});

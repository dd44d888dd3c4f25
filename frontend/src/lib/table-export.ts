/** A table as the page shows it: the first row is the header, every cell is text. */
export type TableText = readonly (readonly string[])[];

const ITALIAN_NUMBER = /^-?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/;
const ENGLISH_NUMBER = /^-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/;
/** `1.234` and `1,234` are a thousand to one reader and a little more than one to the other. */
const AMBIGUOUS_NUMBER = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/** Tab-separated text that pastes into a spreadsheet as cells, as they are shown. */
export function toTsv(table: TableText): string {
  return table.map((row) => row.map((cell) => harmless(cell.replace(/[\t\r\n]+/g, " "))).join("\t")).join("\n");
}

/**
 * A CSV file that a spreadsheet of that language opens as is: `;` and decimal comma in Italian, `,` and decimal point
 * otherwise; CRLF, and a byte order mark without which Excel takes UTF-8 for something else.
 */
export function toCsv(table: TableText, language: string): string {
  const italian = language.toLowerCase().startsWith("it");
  const separator = italian ? ";" : ",";
  const [header = [], ...body] = table;
  const numbers = header.map((_, column) => columnNotation(body.map((row) => row[column] ?? "")));
  const lines = [
    header.map((cell) => quote(cell, separator)),
    ...body.map((row) => row.map((cell, column) => quote(inNotation(cell, numbers[column], italian), separator))),
  ];
  return `\uFEFF${lines.map((cells) => cells.join(separator)).join("\r\n")}\r\n`;
}

type Notation = "italian" | "english" | undefined;

/** How a column writes its numbers. Undefined where nothing in it tells: such cells stay as written. */
function columnNotation(cells: readonly string[]): Notation {
  const telling = cells.map((cell) => cell.trim()).filter((cell) => /[.,]/.test(cell) && !AMBIGUOUS_NUMBER.test(cell));
  const italian = telling.some((cell) => ITALIAN_NUMBER.test(cell));
  const english = telling.some((cell) => ENGLISH_NUMBER.test(cell));
  if (italian === english) return undefined;
  return italian ? "italian" : "english";
}

function inNotation(cell: string, notation: Notation, italian: boolean): string {
  const text = cell.trim();
  if (notation === "italian" && ITALIAN_NUMBER.test(text)) {
    const plain = text.replaceAll(".", "");
    return italian ? plain : plain.replace(",", ".");
  }
  if (notation === "english" && ENGLISH_NUMBER.test(text)) {
    const plain = text.replaceAll(",", "");
    return italian ? plain.replace(".", ",") : plain;
  }
  return cell;
}

function quote(cell: string, separator: string): string {
  const safe = harmless(cell);
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A spreadsheet runs a cell that begins like a formula; an apostrophe makes it text. Numbers with a sign are numbers. */
function harmless(cell: string): string {
  if (/^[+-]?\d[\d.,]*%?$/.test(cell.trim())) return cell;
  return /^\s*[=+\-@]/.test(cell) || /^[\t\r]/.test(cell) ? `'${cell}` : cell;
}

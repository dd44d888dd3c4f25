/** The piece of a JSON string's text that can be decoded so far. */
interface Piece {
  text: string;
  /** The string has ended. */
  done: boolean;
}

/**
 * Decodes one JSON string that comes in pieces, from just after its opening quote to its closing one, whatever the
 * pieces cut: escapes and pairs of surrogates stay whole. Throws SyntaxError on what is no JSON.
 */
export function createJsonStringReader() {
  let rest = "";

  return {
    push(chunk: string): Piece {
      const { raw, left, done } = cut(rest + chunk);
      const text = JSON.parse(`"${raw}"`) as string;
      // Written alone, half a pair would come out as a replacement character.
      const half = done ? null : /[\uD800-\uDBFF]$/.exec(text);
      rest = half ? `${escaped(half[0])}${left}` : left;
      return { text: half ? text.slice(0, -1) : text, done };
    },
  };
}

/** Splits before an escape that is not whole yet, and at the closing quote. */
function cut(text: string): { raw: string; left: string; done: boolean } {
  let at = 0;
  let quote = text.indexOf('"');
  for (let slash = text.indexOf("\\"); slash !== -1; slash = text.indexOf("\\", at)) {
    if (quote !== -1 && quote < slash) break;
    const end = slash + (text[slash + 1] === "u" ? 6 : 2);
    if (end > text.length) return { raw: text.slice(0, slash), left: text.slice(slash), done: false };
    at = end;
    if (quote !== -1 && quote < at) quote = text.indexOf('"', at);
  }
  if (quote === -1) return { raw: text, left: "", done: false };
  return { raw: text.slice(0, quote), left: "", done: true };
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16)}`;
}

import { fold, tokenise } from "./tokens.ts";
import type { Language } from "./types.ts";

const ITALIAN = new Set(
  "il lo la i gli le di del dello della dell dei degli delle nel nella nell nei nelle per quale quali qual quanto quanti quante e che sono con al alla dal ogni mostra dammi abbiamo hanno intendo vorrei ultimo senza non piu anche".split(
    " ",
  ),
);
const ENGLISH = new Set(
  "the of by in for what which how many much and is are was were show give me with from to each every did do we have most least i mean not without by sales revenue top".split(
    " ",
  ),
);

/** The language a text is written in, judged by its function words; Italian when they do not tell. */
export function languageOf(text: string): Language {
  let balance = /[àèéìòù]/i.test(text.normalize("NFC")) ? 2 : 0;
  for (const { text: word } of tokenise(fold(text))) {
    if (ITALIAN.has(word)) balance++;
    if (ENGLISH.has(word)) balance--;
  }
  return balance < 0 ? "en" : "it";
}

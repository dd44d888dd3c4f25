import { expect, test } from "vitest";
import { pasted } from "./paste.ts";

const ESC = "\u001b";
const inBrackets = (text: string) => `${ESC}[200~${text}${ESC}[201~`;

test.each([
  ["plain text", "ciao, è già 10 €", "ciao, è già 10 €"],
  ["line ends", "one\r\ntwo\nthree\rfour", "one\rtwo\rthree\rfour"],
  ["a tab", "a\tb", "a\tb"],
  ["the end of the brackets", `a${ESC}[201~rm -rf /\n`, "arm -rf /\r"],
  ["one inside another", `a${ESC}[20${ESC}[201~1~b`, "a[201~b"],
  ["one in C1", "a\u009b201~b", "ab"],
  ["an escape character alone", `a${ESC}b`, "ab"],
  ["keys", "a\u0003\u0004\u001a\u0015\u007fb", "ab"],
  ["a title", `a${ESC}]0;x\u0007b`, "a]0;xb"],
])("nothing that is pasted works as a key: %s", (_name, text, expected) => {
  expect(pasted(text, true)).toBe(inBrackets(expected));
  expect(pasted(text, false)).toBe(expected);
});

import { expect, test } from "vitest";
import { JsonWalker } from "./json-walker.ts";

const walker = new JsonWalker();

function open(text: string): void {
  const bytes = Buffer.from(`"before"${text}"after"`);
  walker.open(bytes, 8, bytes.length - 7);
}

/** Names of the members at the top, and which of them are strings that say "text". */
function members(text: string): { names: string[]; texts: number; torn: boolean } {
  open(text);
  const names: string[] = [];
  let texts = 0;
  if (walker.enterObject())
    while (walker.nextKey()) {
      names.push(
        ["a", "b", "c"].find((name) => walker.is(Buffer.from(name))) ?? (walker.escaped ? "escaped" : "other"),
      );
      if (walker.isString()) {
        walker.takeString();
        if (walker.is(Buffer.from("text"))) texts++;
      } else walker.skip();
    }
  return { names, texts, torn: walker.torn };
}

test.each<[string, string[], number]>([
  ['{"a":1,"b":"text","c":null}', ["a", "b", "c"], 1],
  [' { "c" : [ { "b" : "text" } , "}" ] ,\t"a":"text"\r\n}', ["c", "a"], 1],
  [`{"a":${JSON.stringify('"'.repeat(500))},"b":"text"}`, ["a", "b"], 1],
  [
    `{"a":${JSON.stringify(`${"x".repeat(60)}\\`)},"b":${JSON.stringify("\\".repeat(61))},"c":"text"}`,
    ["a", "b", "c"],
    1,
  ],
  [`{"a":{"x":${JSON.stringify(`{"b":"text"}${"é".repeat(300)}`)}},"b":-1.5e3}`, ["a", "b"], 0],
  [
    `{"a":${JSON.stringify('say "no"; '.repeat(300))},"b":${JSON.stringify('\\"'.repeat(40) + "\\".repeat(9))},"c":"text"}`,
    ["a", "b", "c"],
    1,
  ],
  ['{"\\u0061":"text","":true,"b":"te\\u0078t"}', ["escaped", "other", "b"], 1],
  ["{}", [], 0],
])("walks %s", (text, names, texts) => {
  expect(members(text)).toEqual({ names, texts, torn: false });
});

test.each([
  '{"a":1',
  '{"a":"x',
  '{"a"',
  '{"a":[1,{"b":2}',
  '{"a":"\\',
  `{"a":"${"x".repeat(100)}`,
  '{"a" "b"}',
  "{a:1}",
  "{",
])("%s is torn", (text) => {
  expect(members(text).torn).toBe(true);
});

test("goes through arrays", () => {
  open('[ "text",{"a":[]}, 12 ,[["text"]],"text"]');
  let texts = 0;
  let items = 0;
  if (walker.enterArray())
    while (walker.nextItem()) {
      items++;
      if (!walker.isString()) walker.skip();
      else if (walker.takeString() && walker.is(Buffer.from("text"))) texts++;
    }
  expect({ items, texts, torn: walker.torn }).toEqual({ items: 5, texts: 2, torn: false });
});

test("what is no object or array is not entered", () => {
  open("12");
  expect([walker.enterObject(), walker.enterArray(), walker.takeString(), walker.skip(), walker.torn]).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
});

import { expect, test } from "vitest";
import { exceptWhere } from "./line-filter.ts";

const passes = (line: string, path = ["message", "role"]) => {
  const bytes = Buffer.from(`before${line}after`);
  return exceptWhere(path, ["toolResult", "shell"])(bytes, 6, bytes.length - 5);
};

test("refuses a line by the string at its path, wherever the keys stand", () => {
  expect(passes('{"type":"message","message":{"role":"toolResult","content":"x"}}')).toBe(false);
  expect(passes(' { "a": [{"message":{}}, "\\"}"], "message" : { "b": {"role": 1}, "role" : "shell" } } ')).toBe(false);
  expect(passes('{"role":"shell"}', ["role"])).toBe(false);
});

test("lets through whatever it is not sure of", () => {
  for (const line of [
    '{"message":{"role":"user","content":"{\\"role\\":\\"toolResult\\"}"}}',
    '{"role":"toolResult","message":{"content":[{"role":"toolResult"}]}}',
    '{"message":{"role":"tool\\u0052esult"}}',
    '{"message":{"role":["toolResult"]}}',
    '{"message":"toolResult"}',
    '{"mess\\u0061ge":{"role":"toolResult"}}',
    '{"message":{"ro',
    "[]",
    "",
  ])
    expect(passes(line)).toBe(true);
});

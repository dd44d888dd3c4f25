import { expect, test } from "vitest";
import { fillArguments, withValue } from "./arguments.ts";

test.each([
  [
    ["--resume", "{sessionId}", "--fork-session"],
    ["--resume", "s-1", "--fork-session"],
  ],
  [
    ["--id={sessionId}", "{sessionId}/{sessionId}"],
    ["--id=s-1", "s-1/s-1"],
  ],
  [["resume"], ["resume", "s-1"]],
  [[], ["s-1"]],
])("the id goes where %j asks for it, else to the end", (args, expected) => {
  expect(withValue(args, "sessionId", "s-1")).toEqual(expected);
});

test("braces inside a value are not looked at again", () => {
  expect(
    fillArguments(["-p={prompt}", "{newSessionId}", "{other}"], { prompt: "say {newSessionId}", newSessionId: "n" }),
  ).toEqual(["-p=say {newSessionId}", "n", "{other}"]);
});

test("what has no value stays as it is", () => {
  expect(fillArguments(["{sessionId} {prompt}"], { sessionId: "a" })).toEqual(["a {prompt}"]);
});

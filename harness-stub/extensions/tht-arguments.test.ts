import { expect, test } from "vitest";
import { checkThtCall } from "./tht-arguments.ts";

const ID = "20261130-100000-abc234";
const check = (args: string[], stdin?: string) => checkThtCall(args, stdin, ID);

test.each([
  [["session", "show"], undefined, { args: ["session", "show", ID, "--json"] }],
  [["session", "show", ID, "--json"], undefined, { args: ["session", "show", ID, "--json"] }],
  [["session", "documents", "--all"], undefined, { args: ["session", "documents", ID, "--all", "--json"] }],
  [
    ["session", "documents", ID, "--key", "strategy"],
    undefined,
    { args: ["session", "documents", ID, "--key=strategy", "--json"] },
  ],
  [
    ["session", "put", "context"],
    "# Contesto",
    { args: ["session", "put", ID, "context", "--file", "-", "--json"], stdin: "# Contesto", put: "context" },
  ],
  [["dwh", "schema"], undefined, { args: ["dwh", "schema", "--json"] }],
  [
    ["dwh", "query", "--limit=50"],
    "SELECT 1",
    { args: ["dwh", "query", "--limit=50", "--sql-file", "-", "--json"], stdin: "SELECT 1" },
  ],
])("runs %j", (args, stdin, call) => {
  expect(check(args, stdin)).toEqual(call);
});

test.each([
  [["session", "decide", ID, "--phase", "F1", "--decision", "approve"], "not yours to run"],
  [["session", "finalize"], "not yours to run"],
  [["session", "delete", ID], "not yours to run"],
  [["session", "list"], "not yours to run"],
  [["config"], "not yours to run"],
  [["constructor", "prototype"], "not yours to run"],
  [["--workspace", "/elsewhere", "session", "show"], "not yours to run"],
  [["session", "show", "another-session"], `works on session ${ID} only`],
  [["session", "show", ID, "another-session"], `works on session ${ID} only`],
  [["session", "put", "another-session", "context"], `works on session ${ID} only`],
  [["session", "documents", "--workspace=/elsewhere"], "--workspace is not allowed"],
  [["session", "put", "context", "--file", "/etc/passwd"], "--file is not allowed"],
  [["session", "put", "context", "--by=anna"], "--by is not allowed"],
  [["dwh", "query", "--sql-file", "/etc/passwd"], "--sql-file is not allowed"],
  [["dwh", "query", "--sql", "SELECT 1"], "--sql is not allowed"],
  [["dwh", "query", "--limit", "-1"], "--limit does not take"],
  [["dwh", "query", "SELECT 1"], "SQL goes in"],
  [["session", "documents", "--key"], "--key does not take"],
  [["session", "put", "../x"], "not the key of a document"],
  [["session", "put"], "needs the key"],
  [[], "not yours to run"],
])("refuses %j and says what to do", (args, reason) => {
  expect(() => check(args, "text")).toThrow(reason);
});

test("a text that belongs nowhere, or is missing, is refused", () => {
  expect(() => check(["session", "show"], "x")).toThrow('takes no "stdin"');
  expect(() => check(["session", "put", "context"], " \n")).toThrow('needs its text in "stdin"');
  expect(() => check(["dwh", "query"])).toThrow('needs its text in "stdin"');
});

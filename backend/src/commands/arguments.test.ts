import { describe, expect, test } from "vitest";
import { parseArguments, selectCommand } from "./arguments.ts";
import { type Command, UsageError } from "./command.ts";
import { renderHelp } from "./help.ts";
import { program } from "./index.ts";

const load = async () => async () => 0;
const folder = { name: "workspace", value: "DIR", help: "the folder" };
const show: Command = {
  name: "show",
  summary: "Show one",
  words: { usage: "ID", least: 1, most: 1 },
  flags: [folder, { name: "around", value: "SEQ", help: "the middle" }],
  load,
};
const find: Command = {
  name: "find",
  summary: "Find words",
  words: { usage: "[WORD…]", least: 0, most: Number.POSITIVE_INFINITY },
  flags: [folder, { name: "any", help: "one is enough" }, { name: "tag", value: "T", repeats: true, help: "a tag" }],
  commands: [show],
  load,
};
const group: Command = { name: "group", summary: "A group", flags: [folder], commands: [find] };
const root: Command = { name: "thoth", summary: "All of it", flags: [folder], commands: [find, group] };

function parse(...args: string[]) {
  const selected = selectCommand(root, args);
  const { flags, lists, words, help } = parseArguments(selected.command, selected.args);
  return { path: selected.path.join(" "), flags, lists, words, ...(help ? { help } : {}) };
}

describe("which command is meant", () => {
  test("names are followed down the tree, whatever options stand before and after", () => {
    const expected = { path: "thoth find show", flags: { workspace: "w", around: "5" }, lists: {}, words: ["ID"] };
    expect(parse("find", "show", "ID", "--around", "5", "--workspace", "w")).toEqual(expected);
    expect(parse("--workspace", "w", "find", "--around=5", "show", "ID")).toEqual(expected);
    expect(parse("find", "--workspace=w", "show", "--around", "5", "--", "ID")).toEqual(expected);
    expect(parse("group", "find", "x")).toMatchObject({ path: "thoth group find", words: ["x"] });
  });

  test("words that are no name are the command's own, and so is everything after --", () => {
    expect(parse("find", "to", "show")).toMatchObject({ path: "thoth find", words: ["to", "show"] });
    expect(parse("find", "--any", "--", "show", "--any", "-x", "--")).toEqual({
      path: "thoth find",
      flags: { any: "" },
      lists: { tag: [] },
      words: ["show", "--any", "-x", "--"],
    });
  });

  test("an option's value is no name", () => {
    expect(parse("--workspace", "find", "find", "x")).toMatchObject({ flags: { workspace: "find" }, words: ["x"] });
    expect(parse("find", "--tag", "show", "--tag=b")).toMatchObject({ lists: { tag: ["show", "b"] }, words: [] });
  });

  test("a name there is not", () => {
    expect(() => parse("nonsense")).toThrow(new UsageError('there is no command "nonsense".'));
    expect(() => parse("group", "nonsense")).toThrow(UsageError);
    expect(selectCommand(root, []).command).toBe(root);
  });
});

describe("what is wrong usage", () => {
  test.each([
    [["find", "--nonsense"], /--nonsense/],
    [["find", "--any=yes"], /--any/],
    [["find", "--tag"], /--tag/],
    [["find", "show"], /^ID is missing/],
    [["find", "show", "a", "b"], /"b" is one word too many: it takes ID/],
  ])("%j", (args, message) => {
    expect(() => parse(...args)).toThrow(UsageError);
    expect(() => parse(...args)).toThrow(message);
  });

  test("help is given whatever else is missing", () => {
    expect(parse("find", "show", "--help")).toMatchObject({ path: "thoth find show", help: true });
  });
});

test("help says what is parsed", () => {
  expect(renderHelp(find, ["thoth", "find"])).toBe(
    `Usage: thoth find [WORD…] [options]
   or: thoth find COMMAND [options]

Find words.

  show ID  Show one

  --workspace DIR  the folder
  --any            one is enough
  --tag T          a tag; may be given several times
  --help           this text

\`thoth find COMMAND --help\` says more.`,
  );
});

test("every command takes --workspace, and says what it does", () => {
  const all = (command: Command): Command[] => [command, ...(command.commands ?? []).flatMap(all)];
  const without = all(program).filter(({ flags }) => !flags.some(({ name, value }) => name === "workspace" && value));
  expect(without.map(({ name }) => name)).toEqual([]);
  expect(all(program).filter(({ summary }) => !/^[A-Z].*[^.]$/.test(summary))).toEqual([]);
});

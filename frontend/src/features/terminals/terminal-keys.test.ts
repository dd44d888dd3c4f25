import { expect, test } from "vitest";
import { terminalKey, thisPlatform } from "./terminal-keys.ts";

function key(text: string) {
  const parts = text.split("+");
  const has = (name: string) => parts.includes(name);
  return {
    key: parts.at(-1) as string,
    code: "",
    ctrlKey: has("ctrl"),
    metaKey: has("cmd"),
    shiftKey: has("shift"),
    altKey: has("alt"),
  };
}

test.each([
  ["c", "program"],
  ["ctrl+c", "program"],
  ["ctrl+shift+C", "copy"],
  ["ctrl+v", "program"],
  ["ctrl+shift+V", "paste"],
  ["ctrl+f", "find"],
  ["ctrl+k", "program"],
  ["Tab", "program"],
  ["Escape", "program"],
  ["F6", "program"],
  ["ctrl+shift+F6", "leave"],
  ["alt+ctrl+f", "program"],
])("%s is for: %s", (pressed, meaning) => expect(terminalKey(key(pressed), "other", true)).toBe(meaning));

test.each([
  ["ctrl+c", "program"],
  ["ctrl+f", "program"],
  ["cmd+c", "copy"],
  ["cmd+v", "paste"],
  ["cmd+f", "find"],
  ["cmd+k", "program"],
  ["ctrl+shift+F6", "leave"],
])("%s on a Mac is for: %s", (pressed, meaning) => expect(terminalKey(key(pressed), "mac", true)).toBe(meaning));

test("on Windows Ctrl-C copies what is selected, and stops a program where nothing is", () => {
  expect(terminalKey(key("ctrl+c"), "windows", true)).toBe("copy");
  expect(terminalKey(key("ctrl+c"), "windows", false)).toBe("program");
  expect(terminalKey(key("ctrl+v"), "windows", false)).toBe("paste");
});

test("knows the platform by its name", () => {
  expect(["MacIntel", "Win32", "Linux x86_64"].map(thisPlatform)).toEqual(["mac", "windows", "other"]);
});

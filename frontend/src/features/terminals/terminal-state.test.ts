import { expect, test } from "vitest";
import { neighbourOf, terminalNames, terminalTitle, terminalTone } from "./terminal-state.ts";

test.each([
  [{ state: "running", exitCode: null, signal: null }, "running"],
  [{ state: "exited", exitCode: 0, signal: null }, "done"],
  [{ state: "exited", exitCode: 3, signal: null }, "failed"],
  [{ state: "exited", exitCode: null, signal: "SIGKILL" }, "failed"],
  [{ state: "lost", exitCode: null, signal: null }, "lost"],
] as const)("%o is %s", (ending, tone) => expect(terminalTone(ending)).toBe(tone));

test("is called as its program says, else by its command", () => {
  expect(terminalTitle({ title: " vim ", argv: ["/bin/sh"] })).toBe("vim");
  expect(terminalTitle({ title: " ", argv: ["/bin/sh"] })).toBe("/bin/sh");
});

test("those of one name are numbered, as long as they work on the same session", () => {
  const shell = { title: "Shell", argv: ["/bin/sh"], session: null };
  const names = terminalNames([
    { ...shell, id: "a" },
    { ...shell, id: "b", title: "vim" },
    { ...shell, id: "c", title: "Shell " },
    { ...shell, id: "d", session: "s" },
    { ...shell, id: "e" },
  ]);
  expect([...names.values()]).toEqual(["Shell", "vim", "Shell (2)", "Shell", "Shell (3)"]);
});

test("closing leads to the next, else to the one before, else to the chat", () => {
  const list = [{ id: "a" }, { id: "b" }, { id: "c" }];
  expect(["a", "b", "c", "x"].map((id) => neighbourOf(id, list))).toEqual(["b", "c", "b", null]);
  expect(neighbourOf("a", [{ id: "a" }])).toBeNull();
});

import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { ARGUMENT_BYTES, cleanPrompt, deliverPrompt, TOTAL_BYTES } from "./prompt-delivery.ts";

const file = "/home/u/prompts/p.md";
const deliver = (promptTransport: "argv" | "stdin" | "file", promptArgs: string[], prompt: string, otherBytes = 1000) =>
  deliverPrompt({ config: { promptTransport, promptArgs }, prompt, file, otherBytes });

describe("an argument", () => {
  test.each([
    [[], ["do it"]],
    [["--"], ["--", "do it"]],
    [
      ["--prompt={prompt}", "-i"],
      ["--prompt=do it", "-i"],
    ],
    [
      ["{prompt}", "--last"],
      ["do it", "--last"],
    ],
  ])("after %j", (promptArgs, args) => {
    expect(deliver("argv", promptArgs, "do it")).toEqual({ args, stdin: null, file: null });
  });

  test.each(["-p", "--help", "--", "- a list", "@/etc/passwd", "login", "résumé"])("%j is text", (prompt) => {
    expect(deliver("argv", ["--"], prompt).args).toEqual(["--", ` ${prompt}`]);
    expect(deliver("argv", ["--prompt={prompt}"], prompt).args).toEqual([`--prompt=${prompt}`]);
  });

  test("no more than 64 KiB, in bytes and with what stands around it: longer ones go by file, whole", () => {
    const fits = `${"é".repeat(ARGUMENT_BYTES / 2 - 1)} x`;
    expect(deliver("argv", [], fits).file).toBeNull();
    for (const [args, prompt] of [
      [[], `${fits}x`],
      [["--prompt={prompt}"], fits],
    ] as const) {
      const delivery = deliver("argv", [...args], prompt);
      expect(delivery.file).toEqual({ path: file, text: prompt });
      expect(delivery.args.join(" ")).toContain(file);
      expect(delivery.args.join(" ").length).toBeLessThan(500);
    }
  });

  test("less where the environment leaves no room", () => {
    expect(deliver("argv", [], "a short one", TOTAL_BYTES).file?.text).toBe("a short one");
  });

  test("the longest there can be starts a real program", () => {
    const { args } = deliver("argv", [], `${"x ".repeat(ARGUMENT_BYTES / 2 - 1)}`);
    const seen = execFileSync(process.execPath, ["-e", "console.log(process.argv[1].length)", "--", ...args]);
    expect(Number(seen)).toBe(ARGUMENT_BYTES - 2);
  });
});

test("standard input takes it as it is, of any length", () => {
  const prompt = `-${"x".repeat(500_000)}`;
  expect(deliver("stdin", ["-x"], prompt)).toEqual({ args: ["-x"], stdin: prompt, file: null });
});

test("a file is named where the arguments ask for it", () => {
  expect(deliver("file", ["--file={prompt}"], "-x")).toEqual({
    args: [`--file=${file}`],
    stdin: null,
    file: { path: file, text: "-x" },
  });
  expect(deliver("file", ["-f"], "x").args).toEqual(["-f", file]);
});

test.each([
  ["a\r\nb\rc\td", "a\nb\nc\td"],
  ["\u001b[31mred\u001b[0m\u0000 \u0007\u009b", "red "],
  ["\u001b[201~escaped", "escaped"],
  ["\u009b201~escaped", "escaped"],
  ["\ud800", "\ufffd"],
  [" \n\t\u0000 ", ""],
  ["città 🎉", "città 🎉"],
])("%j is cleaned to %j", (text, expected) => {
  expect(cleanPrompt(text)).toBe(expected);
});

import type { AgentConfig } from "../../api/agents.ts";
import { mentions, withValue } from "./arguments.ts";

/** Linux takes 128 KiB in one argument; what is longer than half of that goes another way. */
export const ARGUMENT_BYTES = 64 * 1024;
/** Linux takes 2 MiB for all arguments and variables together, pointers and the user's own environment included. */
export const TOTAL_BYTES = 1024 * 1024;

/** How a prompt reaches a program: arguments, and what goes by its standard input or has to be in a file first. */
export interface Delivery {
  args: string[];
  stdin: string | null;
  file: { path: string; text: string } | null;
}

interface Wish {
  config: Pick<AgentConfig, "promptTransport" | "promptArgs">;
  prompt: string;
  /** Where a prompt that goes by file would be put; absolute. */
  file: string;
  /** Bytes of all other arguments and of the environment. */
  otherBytes: number;
}

/** Never cuts a prompt: one that is too long for an argument goes by a file that the argument tells the agent to read. */
export function deliverPrompt({ config, prompt, file, otherBytes }: Wish): Delivery {
  const { promptArgs } = config;
  switch (config.promptTransport) {
    case "stdin":
      return { args: [...promptArgs], stdin: prompt, file: null };
    case "file":
      return { args: withValue(promptArgs, "prompt", file), stdin: null, file: { path: file, text: prompt } };
    case "argv": {
      const args = withPrompt(promptArgs, prompt);
      if (args.every((arg) => Buffer.byteLength(arg) <= ARGUMENT_BYTES) && otherBytes + bytesOf(args) <= TOTAL_BYTES)
        return { args, stdin: null, file: null };
      return { args: withPrompt(promptArgs, pointerTo(file)), stdin: null, file: { path: file, text: prompt } };
    }
  }
}

/** As the system counts them: each ends in a NUL. */
export function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
}

/** What a terminal would take for a key, and what no argument can hold, left out; empty where nothing is left to say. */
export function cleanPrompt(text: string): string {
  const clean = text
    .replaceAll(/\r\n?/g, "\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    .replaceAll(/(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "")
    .toWellFormed();
  return clean.trim() === "" ? "" : clean;
}

function withPrompt(promptArgs: readonly string[], prompt: string): string[] {
  const begins = !mentions(promptArgs, "prompt") || promptArgs.some((arg) => arg.startsWith("{prompt}"));
  return withValue(promptArgs, "prompt", begins ? asPlainText(prompt) : prompt);
}

/**
 * A program may take an argument for an option (`-x`), a file (`@x`) or a command of its own (a single word): a blank
 * before it makes it text to all of them.
 */
function asPlainText(prompt: string): string {
  return /^[-@]|^\S*$/.test(prompt) ? ` ${prompt}` : prompt;
}

function pointerTo(file: string): string {
  return (
    `Your instructions are in the file ${file}, which is too long to be given here. ` +
    "Read all of it first, in parts if need be (with a shell command where your file tool refuses), then do what it says."
  );
}

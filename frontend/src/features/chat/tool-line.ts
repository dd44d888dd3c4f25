import type { ToolCall } from "@thothii/backend/api/chat";

/** What a tool call was asked to do: one line, and what was given on its standard input. */
export type ToolLine = { command: string; input: string | null };

/** Tools come with their arguments as JSON or as its text; unknown tools show both as they are. */
export function toolLine(tool: Pick<ToolCall, "name" | "args">): ToolLine {
  const args = parsed(tool.args);
  if (tool.name === "tht" && isRecord(args) && Array.isArray(args.args)) {
    const words = args.args.map((word) => quoted(String(word)));
    return { command: ["tht", ...words].join(" "), input: typeof args.stdin === "string" ? args.stdin : null };
  }
  if (tool.name === "read" && isRecord(args) && typeof args.path === "string") {
    return { command: `read ${args.path}`, input: null };
  }
  if (tool.name === "gate" && isRecord(args) && typeof args.phase === "string") {
    return { command: `gate ${args.phase}`, input: typeof args.summary === "string" ? args.summary : null };
  }
  return { command: oneLine(`${tool.name} ${asText(args)}`), input: null };
}

function parsed(args: unknown): unknown {
  if (typeof args !== "string") return args;
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function quoted(word: string): string {
  return word === "" || /[\s"'\\]/.test(word) ? JSON.stringify(word) : word;
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

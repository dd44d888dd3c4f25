/**
 * What Pi 1.6 writes in RPC mode, as far as this server reads it. One JSON object a line; every other member and every
 * other record is left alone, so that a newer Pi with more to say still works.
 */

export type PiContent = { type: string; text?: string };

export type PiMessage = {
  role: string;
  content?: string | PiContent[];
  stopReason?: string;
  errorMessage?: string;
};

export type PiResponse = {
  type: "response";
  id?: string;
  command?: string;
  success: boolean;
  data?: Record<string, unknown>;
  error?: string;
};

export type PiUiRequest = {
  type: "extension_ui_request";
  id: string;
  method: string;
  title?: string;
  message?: string;
  options?: string[];
  placeholder?: string;
  notifyType?: string;
};

type PiToolResult = { content?: PiContent[]; details?: unknown };

export type PiEvent =
  | { type: "agent_start" }
  | { type: "agent_settled"; aborted?: boolean }
  | { type: "message_start"; message: PiMessage }
  | { type: "message_update"; assistantMessageEvent?: { type: string; contentIndex?: number; delta?: string } }
  | { type: "message_end"; message: PiMessage }
  | { type: "tool_execution_start"; toolCallId: string; toolName: string; args?: unknown }
  | { type: "tool_execution_update"; toolCallId: string; toolName: string; partialResult?: PiToolResult }
  | {
      type: "tool_execution_end";
      toolCallId: string;
      toolName: string;
      result?: PiToolResult;
      isError?: boolean;
      durationMs?: number;
    }
  | { type: "auto_retry_start"; attempt: number; maxAttempts: number; delayMs: number; errorMessage?: string }
  | { type: "auto_retry_end"; success: boolean; attempt: number; finalError?: string }
  | { type: "compaction_start"; reason?: string }
  | { type: "extension_error"; extensionPath?: string; event?: string; error?: string };

export type PiRecord = PiResponse | PiUiRequest | PiEvent;

export type PiCommandInfo = { name: string; description: string; source: string };

const known = new Set([
  "response",
  "extension_ui_request",
  "agent_start",
  "agent_settled",
  "message_start",
  "message_update",
  "message_end",
  "tool_execution_start",
  "tool_execution_update",
  "tool_execution_end",
  "auto_retry_start",
  "auto_retry_end",
  "compaction_start",
  "extension_error",
]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown) => typeof value === "string";

const wellFormed: Record<string, (record: Record<string, unknown>) => boolean> = {
  response: (r) => typeof r.success === "boolean",
  extension_ui_request: (r) => isText(r.id) && isText(r.method),
  message_start: (r) => isObject(r.message) && isText(r.message.role),
  message_end: (r) => isObject(r.message) && isText(r.message.role),
  tool_execution_start: (r) => isText(r.toolCallId) && isText(r.toolName),
  tool_execution_update: (r) => isText(r.toolCallId) && isText(r.toolName),
  tool_execution_end: (r) => isText(r.toolCallId) && isText(r.toolName),
};

/** One line of Pi's stdout; null for a line that is no record, or one that nobody here reads. */
export function parseRecord(line: string): PiRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isObject(value) || typeof value.type !== "string" || !known.has(value.type)) return null;
  const check = wellFormed[value.type];
  return check && !check(value) ? null : (value as PiRecord);
}

/** The text of a message or of a tool's result: its text blocks, one after another. */
export function textOf(content: string | PiContent[] | undefined): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((block) => (block?.type === "text" && typeof block.text === "string" ? block.text : "")).join("");
}

/** The commands in Pi's answer to `get_commands`. */
export function commandsOf(response: PiResponse): PiCommandInfo[] {
  const list = response.data?.commands;
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).map((command) => ({
    name: String(command.name ?? ""),
    description: typeof command.description === "string" ? command.description : "",
    source: String(command.source ?? ""),
  }));
}

import { JsonWalker } from "../json-walker.ts";
import type { LineFilter } from "../jsonl-scan.ts";

const bytes = (text: string) => Buffer.from(text);
const KEY = { type: bytes("type"), payload: bytes("payload"), item: bytes("item") };
const NO_PROSE = [
  "world_state",
  "token_usage_record",
  "inter_agent_communication",
  "inter_agent_communication_metadata",
];
const PAYLOADS = [
  ...["reasoning", "agent_reasoning", "agent_reasoning_raw_content", "agent_reasoning_section_break"],
  ...["function_call_output", "custom_tool_call_output", "web_search_call", "tool_search_call", "tool_search_output"],
  ...["mcp_tool_call_begin", "mcp_tool_call_end", "exec_command_begin", "exec_command_end", "token_count"],
  ...["exec_command_output_delta", "ghost_snapshot", "thread_settings_applied", "task_started", "task_complete"],
];
const CALLS = ["function_call", "custom_tool_call", "local_shell_call", "patch_apply_begin", "patch_apply_end"];
const COMPLETED = bytes("item_completed");
const SAID = [bytes("UserMessage"), bytes("AgentMessage")];

/**
 * Which lines of a rollout are worth parsing: all but those known to hold only what tools did, what was thought, and
 * figures. With `toolCalls` those that may have written a file count too.
 */
export function codexLines(toolCalls: boolean): LineFilter {
  const walker = new JsonWalker();
  const others = NO_PROSE.map(bytes);
  const payloads = (toolCalls ? PAYLOADS : [...PAYLOADS, ...CALLS]).map(bytes);
  const isOne = (texts: readonly Buffer[]) => !walker.escaped && texts.some((text) => walker.is(text));

  function payloadMayMatter(): boolean {
    if (!walker.enterObject()) return walker.skip() || true;
    let completed = false;
    let item: boolean | null = null;
    while (walker.nextKey()) {
      if (walker.escaped) return true;
      if (walker.is(KEY.type)) {
        if (!walker.takeString()) return true;
        if (isOne(payloads)) return false;
        completed = isOne([COMPLETED]);
        if (!completed) return true;
      } else if (walker.is(KEY.item)) {
        item = itemMayMatter();
        if (item) return true;
      } else walker.skip();
      if (completed && item === false) return false;
    }
    return !(completed && item === false);
  }

  function itemMayMatter(): boolean {
    if (!walker.enterObject()) return walker.skip() || true;
    let known = true;
    while (walker.nextKey()) {
      if (walker.escaped) return true;
      if (!walker.is(KEY.type)) walker.skip();
      else if (!walker.takeString() || walker.escaped || isOne(SAID)) return true;
      else known = false;
    }
    return known;
  }

  return (line, start, end) => {
    walker.open(line, start, end);
    if (!walker.enterObject()) return false;
    while (walker.nextKey()) {
      if (walker.escaped) return true;
      if (walker.is(KEY.type)) {
        if (walker.takeString() && isOne(others)) return false;
        if (walker.torn) return true;
        if (!walker.isString()) continue;
      } else if (walker.is(KEY.payload)) return payloadMayMatter() || walker.torn;
      else walker.skip();
    }
    return true;
  };
}

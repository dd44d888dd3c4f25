import { asDictionary, asList, asText, type Dictionary } from "../values.ts";

/** What a person wrote stands in one of these; the rest of the message is the extension's. */
const TYPED = /<(task|feedback|user_message|answer|user_input)\b[^>]*>([\s\S]*?)<\/\1>/g;
const SURROUNDINGS = /<(environment_details|mode_notice)\b[^>]*>[\s\S]*?(<\/\1>|$)/g;
const MACHINE = /^\s*(\[[^\]\n]*\] Result:|\[ERROR\]|\[TASK RESUMPTION\])/;
const THOUGHTS = /<thinking>[\s\S]*?(<\/thinking>|$)/g;
/** Tools that are called in the text, by a tag. */
const TOOLS = [
  ..."read_file write_to_file replace_in_file apply_diff insert_content search_and_replace execute_command".split(" "),
  ..."search_files list_files list_code_definition_names codebase_search browser_action web_fetch".split(" "),
  ..."use_mcp_tool access_mcp_resource load_mcp_documentation fetch_instructions update_todo_list".split(" "),
  ..."ask_followup_question attempt_completion plan_mode_respond switch_mode new_task condense new_rule".split(" "),
];
const CALL = new RegExp(`<(${TOOLS.join("|")})>([\\s\\S]*?)(</\\1>|$)`, "g");
/** The tools whose argument is said to the person. */
const SAYING: Record<string, string> = {
  attempt_completion: "result",
  ask_followup_question: "question",
  plan_mode_respond: "response",
};

/** What a person said in a message of the Cline family, without what the extension put around and beside it. */
export function typedText(content: unknown): string {
  return join(blocksOf(content).map((block) => (block.type === "text" ? typedIn(asText(block.text)) : "")));
}

/** What the model said in one, without its thoughts and tool calls, in blocks or in the text. */
export function answeredText(content: unknown): string {
  return join(
    blocksOf(content).map((block) => {
      if (block.type === "text") return answeredIn(asText(block.text));
      const said = block.type === "tool_use" ? SAYING[asText(block.name)] : undefined;
      return said === undefined ? "" : asText(asDictionary(block.input)?.[said]);
    }),
  );
}

const WRITING_TOOLS = new Set([
  "write_to_file",
  "replace_in_file",
  "apply_diff",
  "insert_content",
  "search_and_replace",
  "editor",
]);

/** The files that the tool calls of a message write. */
export function writtenIn(content: unknown): string[] {
  return blocksOf(content).flatMap((block) => {
    if (block.type === "tool_use") {
      const input = asDictionary(block.input);
      return WRITING_TOOLS.has(asText(block.name)) ? [asText(input?.path) || asText(input?.file_path)] : [];
    }
    const calls = [...asText(block.text).matchAll(CALL)].filter(([, name = ""]) => WRITING_TOOLS.has(name));
    return calls.map(([, , call = ""]) => /<path>([^<\n]+)<\/path>/.exec(call)?.[1]?.trim() ?? "");
  });
}

/** The extension tells the model where it is. */
export function folderTold(content: unknown): string | null {
  for (const block of blocksOf(content)) {
    const told = /^# Current (?:Working|Workspace) Directory \(([^)\n]+)\)/m.exec(asText(block.text))?.[1];
    if (told !== undefined) return told;
  }
  return null;
}

function typedIn(text: string): string {
  const clean = text.replaceAll(SURROUNDINGS, "");
  const typed = [...clean.matchAll(TYPED)].map(([, , said = ""]) => said);
  if (typed.length > 0) return join(typed);
  return MACHINE.test(clean) ? "" : clean;
}

function answeredIn(text: string): string {
  return text.replaceAll(THOUGHTS, "").replaceAll(CALL, (_call, name: string, argument: string) => {
    const tag = SAYING[name];
    if (tag === undefined) return "";
    return new RegExp(`<${tag}>([\\s\\S]*?)(?:</${tag}>|$)`).exec(argument)?.[1] ?? "";
  });
}

function blocksOf(content: unknown): Dictionary[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return asList(content).map((block) => asDictionary(block) ?? { type: "text", text: block });
}

function join(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n\n");
}

/** A JSON object of a store: nothing in it is taken for granted. */
export type Dictionary = Record<string, unknown>;

export function asDictionary(value: unknown): Dictionary | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Dictionary) : null;
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The string, or "" for anything else. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The object or list in a JSON text; null for what is torn or malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * The visible text of a message: a string, or the strings and the blocks of type `text` of a list, a blank line between
 * them. Any other block (thinking, calls, results, images) is left out.
 */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const texts: string[] = [];
  for (const block of asList(content)) {
    const typed = asDictionary(block);
    const text = typed?.type === "text" ? asText(typed.text) : asText(block);
    if (text.trim() !== "") texts.push(text);
  }
  return texts.join("\n\n");
}

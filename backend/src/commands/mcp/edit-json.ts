/** The file holds something that may not be lost, and can't be understood; the message says what. */
export class BrokenConfiguration extends Error {
  override name = "BrokenConfiguration";
}

/**
 * Sets `member.name` of a JSON file's text and leaves all else as it is, numbers of any size included. An empty text is
 * an empty object. Throws {@link BrokenConfiguration} for what is no JSON object.
 */
export function editJson(text: string, member: string, name: string, entry: Record<string, unknown>): string {
  const whole = objectIn(text);
  const servers = whole[member] ?? {};
  if (!isObject(servers)) throw new BrokenConfiguration(`its \`${member}\` is no object`);
  const edited = { ...whole, [member]: { ...servers, [name]: entry } };
  return `${JSON.stringify(edited, null, indentOf(text))}\n`;
}

function objectIn(text: string): Record<string, unknown> {
  const clean = text.replace(/^\ufeff/, "");
  if (clean.trim() === "") return {};
  let value: unknown;
  try {
    value = parse(clean, (_key, member, { source }) =>
      typeof member === "number" && source !== undefined ? rawJson(source) : member,
    );
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const comments = /^\s*(\/\/|\/\*)/m.test(clean) ? " (comments are not understood)" : "";
    throw new BrokenConfiguration(`it is no JSON${comments}: ${error.message}`);
  }
  if (!isObject(value)) throw new BrokenConfiguration("it holds no JSON object");
  return value;
}

// Not in TypeScript's own description of the language yet.
const {
  parse,
  rawJSON: rawJson,
  isRawJSON: isRawJson,
} = JSON as unknown as {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isRawJson(value);

function indentOf(text: string): string {
  return /^[[{]\r?\n([ \t]+)/.exec(text.trimStart())?.[1] ?? "  ";
}

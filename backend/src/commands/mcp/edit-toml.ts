import { BrokenConfiguration } from "./edit-json.ts";

/**
 * Sets the table `[member.name]` of a TOML file's text, in place of the one that is there or at the end, and leaves
 * every other line as it is. Throws {@link BrokenConfiguration} for a text whose lines can't be told apart, or that
 * keeps its servers in another way than tables.
 */
export function editToml(text: string, member: string, name: string, entry: Record<string, unknown>): string {
  const table = [`[${member}.${name}]`, ...Object.entries(entry).map(([key, value]) => `${key} = ${toml(value)}`), ""];
  const lines = text.split("\n");
  const heads = headersOf(lines, member);
  const own = (path: string) => path === `${member}.${name}` || path.startsWith(`${member}.${name}.`);
  const first = heads.findIndex(({ path }) => own(path));
  if (first === -1) {
    const before = text.trimEnd();
    return `${before === "" ? "" : `${before}\n\n`}${table.join("\n")}`;
  }
  const next = heads.find(({ path }, index) => index > first && !own(path));
  if (heads.some(({ path, line }) => own(path) && next !== undefined && line > next.line))
    throw new BrokenConfiguration(`its tables [${member}.${name}…] are not together`);
  const end = next?.line ?? lines.length;
  const after = lines.slice(end);
  return [...lines.slice(0, heads[first]?.line), ...table, ...after].join("\n");
}

function toml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toml).join(", ")}]`;
  // Its basic strings are escaped as JSON's.
  return JSON.stringify(value);
}

/** Each table's name, without blanks and quotes, and the line its header is on. */
function headersOf(lines: readonly string[], member: string): { path: string; line: number }[] {
  const heads: { path: string; line: number }[] = [];
  let open: { kind: '"""' | "'''"; line: number } | null = null;
  let depth = 0;
  for (const [index, raw] of lines.entries()) {
    const line = raw.replace(/\r$/, "");
    let rest = line;
    if (open) {
      const end = rest.indexOf(open.kind);
      if (end === -1) continue;
      rest = rest.slice(end + 3);
      open = null;
    } else if (depth === 0) {
      const header = /^\s*\[\[?([^[\]]+)\]\]?\s*(#.*)?$/.exec(line)?.[1];
      if (header !== undefined) {
        heads.push({ path: header.replaceAll(/["'\s]/g, ""), line: index });
        continue;
      }
      if (/^\s*(#|$)/.test(line)) continue;
      if (!/^\s*("[^"]*"|'[^']*'|[\w-]+)(\s*\.\s*("[^"]*"|'[^']*'|[\w-]+))*\s*=/.test(line))
        throw new BrokenConfiguration(`line ${index + 1} is no TOML`);
      if (heads.length === 0 && new RegExp(`^\\s*["']?${member}["']?\\s*[.=]`).test(line))
        throw new BrokenConfiguration(`line ${index + 1} keeps \`${member}\` outside of tables`);
      rest = line.slice(line.indexOf("=") + 1);
    }
    const state = scan(rest, index);
    depth += state.depth;
    open = state.open;
  }
  if (open) throw new BrokenConfiguration(`the text that begins on line ${open.line + 1} has no end`);
  if (depth !== 0) throw new BrokenConfiguration("its brackets don't match");
  return heads;
}

/** What a value's line leaves open: brackets, and a text over several lines. */
function scan(text: string, line: number): { depth: number; open: { kind: '"""' | "'''"; line: number } | null } {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? "";
    if (char === "#") break;
    if (char === "[" || char === "{") depth++;
    else if (char === "]" || char === "}") depth--;
    else if (char === '"' || char === "'") {
      const kind = char === '"' ? '"""' : "'''";
      if (text.startsWith(kind, i)) {
        const end = text.indexOf(kind, i + 3);
        if (end === -1) return { depth, open: { kind, line } };
        i = end + 2;
        continue;
      }
      const string = char === '"' ? /"(?:[^"\\]|\\.)*"/y : /'[^']*'/y;
      string.lastIndex = i;
      if (!string.test(text)) throw new BrokenConfiguration(`the text on line ${line + 1} has no end`);
      i = string.lastIndex - 1;
    }
  }
  return { depth, open: null };
}

/** What stands at the top level of a session's `workspace.yaml`: texts, plain, quoted or over several lines. */
export function workspaceValues(text: string): Map<string, string> {
  const values = new Map<string, string>();
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const found = /^([A-Za-z_][\w-]*):(?:\s+(.*))?$/.exec(line);
    if (!found) continue;
    const [, key = "", raw = ""] = found;
    values.set(key, /^[|>][+-]?\d*\s*$/.test(raw) ? block(lines.slice(index + 1), raw) : scalar(raw));
  }
  return values;
}

function scalar(raw: string): string {
  const single = /^'((?:[^']|'')*)'/.exec(raw)?.[1];
  if (single !== undefined) return single.replaceAll("''", "'");
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(raw)?.[0];
  if (double !== undefined) return unescaped(double);
  return raw.replace(/\s+#.*$/, "").trim();
}

function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    // An escape that JSON doesn't have: as it stands is better than nothing.
    return quoted.slice(1, -1);
  }
}

/** The lines that are indented, less the first one's indent; `>` joins them. */
function block(lines: readonly string[], mark: string): string {
  const end = lines.findIndex((line) => line !== "" && !/^\s/.test(line));
  const inside = end === -1 ? lines : lines.slice(0, end);
  const indent = /^\s*/.exec(inside.find((line) => line.trim() !== "") ?? "")?.[0].length ?? 0;
  return inside
    .map((line) => line.slice(indent))
    .join(mark.startsWith(">") ? " " : "\n")
    .trim();
}

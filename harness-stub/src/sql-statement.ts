// One token each: comments, the four kinds of quotes, or any other character.
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|[\s\S]/g;

/**
 * How many statements a text holds, 2 standing for "more than one". SQLite prepares the first and says nothing of the
 * rest, so somebody else has to look. Never too few: a quote that isn't closed swallows the rest, which SQLite refuses.
 */
export function countStatements(sql: string): 0 | 1 | 2 {
  let finished = 0;
  let open = false;
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ";") {
      if (open) finished += 1;
      open = false;
    } else if (token.trim() !== "" && !token.startsWith("--") && !token.startsWith("/*")) {
      open = true;
      if (finished > 0) return 2;
    }
  }
  return finished > 0 || open ? 1 : 0;
}

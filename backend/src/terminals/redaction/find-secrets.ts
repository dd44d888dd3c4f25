import type { SecretShape } from "./secret-shapes.ts";

/** Where a secret is in a text, and what shows it to be one. */
export interface Found {
  start: number;
  end: number;
  match: { start: number; end: number };
}

/** Most texts have nothing that any of the shapes begins with, and needn't be tried with each. */
const MAYBE = /[\w+/=.-]{16}|:\/\/|pass|pwd|secret|token|key|cookie|credential|authorization|bearer|basic/i;
const SQL = /\b(?:select|insert|update|delete|where|create|alter|values)\b/i;

export const mayHoldSecrets = (text: string) => MAYBE.test(text);

/** From first to last; what was redacted already is no secret. */
export function findSecrets(text: string, { kind, pattern, unless }: SecretShape): Found[] {
  if (text.length < 8) return [];
  const found: Found[] = [];
  let isQuery: boolean | null = null;
  for (const one of text.matchAll(pattern)) {
    const [match] = one;
    const secret = one.groups?.secret ?? match;
    if (secret.includes("[redacted:") || unless?.(secret, match)) continue;
    if (kind === "secret") isQuery ??= SQL.test(text);
    if (isQuery) continue;
    const start = one.index + match.lastIndexOf(secret);
    found.push({
      start,
      end: start + secret.length,
      match: { start: one.index, end: one.index + match.length },
    });
  }
  return found;
}

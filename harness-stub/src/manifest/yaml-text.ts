/** What a manifest field may be set to: a flat map serves `forked_from`. */
export type FieldValue = string | boolean | null | { readonly [key: string]: string | null };

// Characters that JSON leaves alone and YAML 1.1 does not: controls, its extra line breaks, byte order marks.
const UNSAFE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * A value in YAML that every parser of 1.1 and 1.2 reads the same. Strings are always double-quoted, so that a name
 * such as `no`, `0000008` or `=` stays a string; they never hold a raw line break.
 */
export function yamlText(value: FieldValue): string {
  if (typeof value === "string") return quoted(value);
  if (value === null || typeof value === "boolean") return String(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${key}: ${yamlText(item)}`)
    .join(", ")}}`;
}

function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(
    UNSAFE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const UNSEEN = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A value as JSON that a terminal may be shown: what would move its cursor or turn the direction of its text, and JSON
 * would leave as it is, is escaped, which means the same.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(UNSEEN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

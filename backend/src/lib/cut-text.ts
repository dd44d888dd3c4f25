/** The first `max` code units of a text, one less where the last would be half a character. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");
}

/** The last `max` code units of a text, one less where the first would be half a character. */
export function cutToEnd(text: string, max: number): string {
  return text.length <= max ? text : text.slice(-max).replace(/^[\uDC00-\uDFFF]/, "");
}

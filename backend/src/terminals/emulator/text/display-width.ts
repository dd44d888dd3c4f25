const SIMPLE = /^[\u0020-\u02ff\u2000-\u200a\u2010-\u27bf\u2800-\u28ff]*$/;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const MARKS_ONLY = /^[\p{M}\p{Cf}]*$/u;
const clusters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Columns that a text takes, nearly as a terminal counts: to compare rows with each other. */
export function displayWidth(text: string): number {
  if (SIMPLE.test(text)) return text.length;
  let width = 0;
  for (const { segment } of clusters.segment(text)) width += clusterWidth(segment);
  return width;
}

/** Both sides of a column; a character that crosses it is at the left. */
export function splitAtColumn(text: string, column: number): [left: string, right: string] {
  if (SIMPLE.test(text)) return [text.slice(0, column), text.slice(column)];
  let width = 0;
  for (const { segment, index } of clusters.segment(text)) {
    if (width >= column) return [text.slice(0, index), text.slice(index)];
    width += clusterWidth(segment);
  }
  return [text, ""];
}

const clusterWidth = (cluster: string) => (MARKS_ONLY.test(cluster) ? 0 : WIDE.test(cluster) ? 2 : 1);

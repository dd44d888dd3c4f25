const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first `max` user-perceived characters, with `…` where something was cut. */
export function cutGraphemes(text: string, max: number): string {
  if (text.length <= max) return text;
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === max) return `${text.slice(0, index)}…`;
    count++;
  }
  return text;
}

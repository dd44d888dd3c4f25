const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Longer than anything a person would call one character; a longer pile of marks is cut through. */
const LONGEST = 64;

/** The beginning of a text, at most `max` code units, with `…` where something was cut; never through a character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max + LONGEST);
  const end = segmenter.segment(head).containing(max)?.index || max;
  return `${text.slice(0, end).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

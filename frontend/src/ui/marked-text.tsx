import { markWords } from "../lib/session-filter.ts";

/** Text with what the filter found in it marked. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  let place = 0;
  return markWords(text, words).map((piece) => {
    const key = place;
    place += piece.text.length;
    return piece.match ? (
      <mark key={key} className="rounded-[3px] bg-wait-soft text-inherit underline decoration-wait underline-offset-2">
        {piece.text}
      </mark>
    ) : (
      piece.text
    );
  });
}

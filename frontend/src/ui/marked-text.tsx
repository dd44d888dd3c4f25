import { markWords } from "../lib/session-filter.ts";

/** Text with the words that were looked for marked. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  return <MarkedPieces pieces={markWords(text, words).map(({ text, match }) => ({ text, hit: match }))} />;
}

/** Text in pieces, those that were looked for marked. */
export function MarkedPieces({ pieces }: { pieces: readonly { text: string; hit: boolean }[] }) {
  let place = 0;
  return pieces.map((piece) => {
    const key = place;
    place += piece.text.length;
    return piece.hit ? (
      <mark key={key} className="rounded-[3px] bg-wait-soft text-inherit underline decoration-wait underline-offset-2">
        {piece.text}
      </mark>
    ) : (
      piece.text
    );
  });
}

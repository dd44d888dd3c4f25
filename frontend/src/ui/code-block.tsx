import { clsx } from "clsx";
import { type ComponentType, lazy, Suspense, useMemo } from "react";
import "./code-block.css";

type CodeProps = { code: string; language: string };

const PlainCode = ({ code }: CodeProps) => code;

// A page whose server has gone can't load the colours: the text is what matters.
const HighlightedCode = lazy<ComponentType<CodeProps>>(() =>
  import("./highlighted-code.tsx").then(
    (module) => ({ default: module.HighlightedCode }),
    () => ({ default: PlainCode }),
  ),
);

export type CodeBlockProps = CodeProps & {
  /** What a screen reader says of the block, which keyboards can reach in order to scroll it. */
  label: string;
  className?: string;
};

/** Beyond this the colours would cost seconds, and so would laying all of it out at once. */
const MAX_COLOURED = 100_000;
const PIECE_LINES = 400;
const LINE_HEIGHT = 1.6;

/** Text of any length, in pieces that are laid out as they come into sight. */
function LongCode({ code }: { code: string }) {
  const pieces = useMemo(() => inPieces(code), [code]);
  return pieces.map(({ at, text, lines }) => (
    <span
      key={at}
      className="block [content-visibility:auto]"
      style={{ containIntrinsicBlockSize: `auto ${lines * LINE_HEIGHT}em` }}
    >
      {text}
    </span>
  ));
}

function inPieces(code: string) {
  const pieces: { at: number; text: string; lines: number }[] = [];
  for (let at = 0; at < code.length; ) {
    let end = at;
    let lines = 0;
    for (; lines < PIECE_LINES && end < code.length; lines += 1) {
      const next = code.indexOf("\n", end);
      end = next === -1 ? code.length : next + 1;
    }
    pieces.push({ at, text: code.slice(at, end), lines });
    at = end;
  }
  return pieces;
}

/** Code as written, coloured once the highlighter is there. Scrolls sideways, never wraps. */
export function CodeBlock({ code, language, label, className }: CodeBlockProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <figure className={clsx("code-block", className)} aria-label={label} tabIndex={0}>
      <pre>
        <code>
          {code.length > MAX_COLOURED ? (
            <LongCode code={code} />
          ) : (
            <Suspense fallback={code}>
              <HighlightedCode code={code} language={language} />
            </Suspense>
          )}
        </code>
      </pre>
    </figure>
  );
}

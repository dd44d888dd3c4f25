import { clsx } from "clsx";
import { type ComponentType, lazy, Suspense } from "react";
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

/** Code as written, coloured once the highlighter is there. Scrolls sideways, never wraps. */
export function CodeBlock({ code, language, label, className }: CodeBlockProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <figure className={clsx("code-block", className)} aria-label={label} tabIndex={0}>
      <pre>
        <code>
          <Suspense fallback={code}>
            <HighlightedCode code={code} language={language} />
          </Suspense>
        </code>
      </pre>
    </figure>
  );
}

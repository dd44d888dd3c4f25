import { clsx } from "clsx";
import { lazy, Suspense } from "react";
import { FallbackOnError } from "./fallback-on-error.tsx";
import "./markdown-view.css";

type MarkdownViewProps = {
  text: string;
  /** The level of the text's topmost headings (default 4: under a card's h3). */
  headingLevel?: 2 | 3 | 4;
  /** What the files downloaded from its tables are called. */
  name?: string;
  /** The text is the beginning of a longer one. */
  cut?: boolean;
  className?: string;
};

const PlainText = ({ text }: { text: string }) => <p className="whitespace-pre-wrap">{text}</p>;

const load = () => import("./markdown-document.tsx");

/** For who is about to show markdown: begun early, the renderer is often there before the text is. */
export function preloadMarkdown(): void {
  load().catch(() => {});
}

// A page whose server has gone can't load the renderer: the words are what matters.
const MarkdownDocument = lazy(() =>
  load().then(
    (module) => ({ default: module.MarkdownDocument }),
    () => ({ default: PlainText }),
  ),
);

/** Markdown laid out safely; as plain text until the renderer is there, and where the text defeats it. */
export function MarkdownView({ text, headingLevel = 4, name, cut = false, className }: MarkdownViewProps) {
  const plain = <PlainText text={text} />;
  return (
    <div className={clsx("markdown", className)} dir="auto">
      {/* Deep nesting can exhaust the parser's stack. */}
      <FallbackOnError of={text} fallback={plain}>
        <Suspense fallback={plain}>
          <MarkdownDocument text={text} headingLevel={headingLevel} name={name} cut={cut} />
        </Suspense>
      </FallbackOnError>
    </div>
  );
}

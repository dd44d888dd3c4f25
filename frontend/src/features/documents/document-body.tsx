import type { SessionDocument } from "@thothii/backend/api/documents";
import { useTexts } from "../../lib/i18n.ts";
import { FallbackOnError } from "../../ui/fallback-on-error.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { SqlViewer } from "../../ui/sql-viewer.tsx";
import { EXCERPT_LINES, excerpt, MAX_LAID_OUT, withoutTitle } from "./excerpt.ts";
import { SchemaLinkingViewer } from "./schema-linking-viewer.tsx";
import { TextViewer } from "./text-viewer.tsx";
import { ViewerNote } from "./viewer-note.tsx";

type DocumentBodyProps = {
  document: SessionDocument;
  title: string;
  /** Shows the beginning of a long one. */
  brief: boolean;
  /** Told what a copy should give, where that is not the content as it is. */
  onShown: (text: string) => void;
};

/** A document by the viewer of its format; as plain text where that fails, so that one never hides the others. */
export function DocumentBody(props: DocumentBodyProps) {
  const { t } = useTexts();
  const { document, title } = props;
  const plain = (
    <>
      <ViewerNote>{t("documents.viewerFailed")}</ViewerNote>
      <TextViewer document={document} title={title} content={document.content} />
    </>
  );
  return (
    <FallbackOnError of={document.content} fallback={plain}>
      <Viewer {...props} />
    </FallbackOnError>
  );
}

function Viewer({ document, title, brief, onShown }: DocumentBodyProps) {
  const { t } = useTexts();
  const { content, format } = document;
  if (content.trim() === "") return <ViewerNote>{t("documents.emptyDocument")}</ViewerNote>;
  switch (format) {
    case "sql":
      return <SqlViewer sql={content} onShown={onShown} lines={brief ? EXCERPT_LINES : undefined} />;
    case "schema-linking":
      return <SchemaLinkingViewer content={content} />;
    case "markdown":
      if (brief || content.length <= MAX_LAID_OUT) {
        const text = withoutTitle(content, title);
        return (
          <MarkdownView text={brief ? excerpt(text) : text} name={title} cut={brief} className="px-3.5 pt-0.5 pb-3" />
        );
      }
      return (
        <>
          <ViewerNote>{t("documents.tooLargeMarkdown")}</ViewerNote>
          <TextViewer document={document} title={title} content={content} />
        </>
      );
    default:
      return <TextViewer document={document} title={title} content={brief ? excerpt(content) : content} />;
  }
}

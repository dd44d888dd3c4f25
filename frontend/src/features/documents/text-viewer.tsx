import type { SessionDocument } from "@thothii/backend/api/documents";
import { CodeBlock } from "../../ui/code-block.tsx";

type TextViewerProps = { document: SessionDocument; title: string; content: string };

/** Plain text: a person's words as words, everything else as code. */
export function TextViewer({ document, title, content }: TextViewerProps) {
  if (document.key === "question") {
    return (
      <p dir="auto" className="whitespace-pre-wrap px-3.5 pt-0.5 pb-3 [overflow-wrap:anywhere]">
        {content}
      </p>
    );
  }
  return <CodeBlock {...asCode(document, content)} label={title} className="border-line border-t" />;
}

function asCode({ key, title }: SessionDocument, content: string): { code: string; language: string } {
  if (key === "manifest" || /\.ya?ml$/.test(title)) return { code: content, language: "yaml" };
  if (!/^\s*[{[]/.test(content)) return { code: content, language: "" };
  // Laid out only where its writer didn't: parsing and printing again would round its big numbers.
  if (content.trim().includes("\n")) return { code: content, language: "json" };
  try {
    return { code: JSON.stringify(JSON.parse(content), null, 2), language: "json" };
  } catch {
    return { code: content, language: "" };
  }
}

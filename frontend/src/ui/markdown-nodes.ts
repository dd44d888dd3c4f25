import type { ExtraProps } from "react-markdown";
import type { TableText } from "../lib/table-export.ts";

export type MarkdownElement = NonNullable<ExtraProps["node"]>;
type MarkdownNode = MarkdownElement["children"][number];

/** The text of a node as a reader sees it. */
export function nodeText(node: MarkdownNode): string {
  if (node.type === "text") return node.value;
  if (node.type !== "element") return "";
  if (node.tagName === "br") return "\n";
  if (node.tagName === "img") return String(node.properties.alt ?? "");
  return node.children.map(nodeText).join("");
}

/** The cells of a table element, header first. */
export function tableText(table: MarkdownElement): TableText {
  return rowsOf(table).map((row) => elements(row).map((cell) => nodeText(cell).trim()));
}

function rowsOf(parent: MarkdownElement): MarkdownElement[] {
  return elements(parent).flatMap((child) => (child.tagName === "tr" ? [child] : rowsOf(child)));
}

function elements(parent: MarkdownElement): MarkdownElement[] {
  return parent.children.filter((child) => child.type === "element");
}

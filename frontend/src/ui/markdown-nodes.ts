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

/**
 * A rehype plugin that puts the text's headings below the page's own: the first at `top`, a lower one a level down, none
 * skipped, whatever ranks the writer used. `data-rank` keeps the writer's rank, for the looks.
 */
export function headingLevels({ top }: { top: number }) {
  return (tree: { children: readonly unknown[] }) => {
    const above: number[] = [];
    for (const heading of headings(tree.children as readonly MarkdownNode[])) {
      const rank = Number(heading.tagName.slice(1));
      while (above.length > 0 && (above.at(-1) ?? 0) >= rank) above.pop();
      above.push(rank);
      heading.tagName = `h${Math.min(6, top + above.length - 1)}`;
      heading.properties.dataRank = rank;
    }
  };
}

function headings(nodes: readonly MarkdownNode[]): MarkdownElement[] {
  return nodes.flatMap((node) => {
    if (node.type !== "element") return [];
    return /^h[1-6]$/.test(node.tagName) ? [node] : headings(node.children);
  });
}

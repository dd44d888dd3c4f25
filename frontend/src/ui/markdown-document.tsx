import { type ComponentProps, createContext, type ReactNode, useContext, useId, useMemo } from "react";
import Markdown, { type Components, type ExtraProps } from "react-markdown";
import remarkGfm from "remark-gfm";
import { useTexts } from "../lib/i18n.ts";
import { CodeBlock } from "./code-block.tsx";
import { DataTable } from "./data-table.tsx";
import { safeAddress } from "./link-policy.ts";
import { headingLevels, nodeText, tableText } from "./markdown-nodes.ts";

type Props = {
  text: string;
  /** The level of its topmost headings, so that they stay below the heading they stand under. */
  headingLevel: 2 | 3 | 4;
  /** What the files downloaded from its tables are called. */
  name?: string;
  /** The text is only a beginning. */
  cut?: boolean;
};

/**
 * Markdown (GFM) written by a model, so hostile until shown otherwise: HTML is shown as text, images are links and load
 * nothing, addresses go through the link policy. Heavy: load it through {@link MarkdownView}.
 */
export function MarkdownDocument({ text, headingLevel, name, cut = false }: Props) {
  const { t } = useTexts();
  // Footnotes name each other by id, and several documents share the page.
  const prefix = `${useId().replace(/[^\w]/g, "")}-`;
  const cutAt = cut ? text.trimEnd().length : undefined;
  const place = useMemo(() => ({ name, cutAt, inLink: false }), [name, cutAt]);
  return (
    <Place value={place}>
      <Markdown
        remarkPlugins={PLUGINS}
        rehypePlugins={[[headingLevels, { top: headingLevel }]]}
        remarkRehypeOptions={{
          clobberPrefix: prefix,
          footnoteLabel: t("documents.markdown.footnotes"),
          footnoteBackLabel: t("documents.markdown.backToText"),
        }}
        urlTransform={safeAddress}
        components={COMPONENTS}
      >
        {text}
      </Markdown>
    </Place>
  );
}

/** Where an element stands. */
const Place = createContext<{ name: string | undefined; cutAt: number | undefined; inLink: boolean }>({
  name: undefined,
  cutAt: undefined,
  inLink: false,
});

function Table({ node, children }: ComponentProps<"table"> & ExtraProps) {
  const { name, cutAt } = useContext(Place);
  // One that the cut goes through would be copied and counted as if it were whole.
  const whole = cutAt === undefined || (node?.position?.end.offset ?? 0) < cutAt;
  return (
    <DataTable text={node && whole ? tableText(node) : []} name={name}>
      {children}
    </DataTable>
  );
}

function Link({ href, id, children, node: _, ...rest }: ComponentProps<"a"> & ExtraProps) {
  if (!href) return <span>{children}</span>;
  if (href.startsWith("#")) {
    return (
      <a href={href} id={id} aria-label={rest["aria-label"]} aria-describedby={rest["aria-describedby"]}>
        {children}
      </a>
    );
  }
  return <OutsideLink href={href}>{children}</OutsideLink>;
}

function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  const place = useContext(Place);
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
      <Place value={{ ...place, inLink: true }}>{children}</Place>
    </a>
  );
}

/** An image would tell its host who reads what: the reader decides whether to follow it. */
function Image({ src, alt }: ComponentProps<"img"> & ExtraProps) {
  const { t } = useTexts();
  const { inLink } = useContext(Place);
  const name = alt ? t("documents.markdown.imageNamed", { name: alt }) : t("documents.markdown.image");
  const address = typeof src === "string" ? safeAddress(src) : undefined;
  return address && !inLink ? <OutsideLink href={address}>{name}</OutsideLink> : <span>{name}</span>;
}

function TaskMark({ checked }: ComponentProps<"input"> & ExtraProps) {
  const { t } = useTexts();
  return (
    <span role="img" aria-label={checked ? t("documents.markdown.done") : t("documents.markdown.toDo")}>
      {checked ? "☑" : "☐"}
    </span>
  );
}

function Fence({ node }: ComponentProps<"pre"> & ExtraProps) {
  const { t } = useTexts();
  const code = node?.children[0];
  if (code?.type !== "element") return null;
  const names = code.properties.className;
  const language = Array.isArray(names) ? /^language-(.+)$/.exec(String(names[0]))?.[1] : undefined;
  return (
    <CodeBlock
      code={nodeText(code).replace(/\n$/, "")}
      language={language?.toLowerCase() ?? ""}
      label={language ? `${t("documents.markdown.code")} ${language}` : t("documents.markdown.code")}
    />
  );
}

const PLUGINS = [remarkGfm];

const COMPONENTS: Components = {
  a: Link,
  img: Image,
  input: TaskMark,
  pre: Fence,
  table: Table,
};

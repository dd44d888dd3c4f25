import type { ReactNode } from "react";
import { useTexts } from "../lib/i18n.ts";
import type { TableText } from "../lib/table-export.ts";
import { TableTools } from "./table-tools.tsx";
import "./data-table.css";

type DataTableProps = {
  /** The cells as text, header first: what is copied and downloaded. */
  text: TableText;
  /** The name of the downloaded file, without extension. */
  name?: string | undefined;
  /** `thead` and `tbody`. */
  children: ReactNode;
};

/** A table that scrolls sideways, copies as tab-separated text and downloads as CSV. */
export function DataTable({ text, name, children }: DataTableProps) {
  const { t } = useTexts();
  return (
    <div className="data-table">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <figure className="data-table-scroll" aria-label={t("documents.markdown.table")} tabIndex={0}>
        <table>{children}</table>
      </figure>
      {text.length > 1 && <TableTools text={text} name={name} className="pr-1 pl-3" />}
    </div>
  );
}

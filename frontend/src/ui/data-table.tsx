import { FileDown } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "../lib/i18n.ts";
import { saveFile } from "../lib/save-file.ts";
import { type TableText, toCsv, toTsv } from "../lib/table-export.ts";
import { CopyButton } from "./copy-button.tsx";
import { IconButton } from "./icon-button.tsx";
import "./data-table.css";

type DataTableProps = {
  /** The cells as text, header first: what is copied and downloaded. */
  text: TableText;
  /** The name of the downloaded file, without extension. */
  name?: string;
  /** `thead` and `tbody`. */
  children: ReactNode;
};

/** A table that scrolls sideways, copies as tab-separated text and downloads as CSV. */
export function DataTable({ text, name, children }: DataTableProps) {
  const { t, language } = useTexts();
  const rows = Math.max(0, text.length - 1);
  const save = () =>
    saveFile(`${name ?? t("documents.markdown.tableFile")}.csv`, toCsv(text, language), "text/csv;charset=utf-8");
  return (
    <div className="data-table">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <figure className="data-table-scroll" aria-label={t("documents.markdown.table")} tabIndex={0}>
        <table>{children}</table>
      </figure>
      {rows > 0 && (
        <div className="flex items-center gap-1 border-line border-t py-0.5 pr-1 pl-3 text-ink-3 text-tiny">
          <span className="flex-1">{t("documents.markdown.rows", { count: rows })}</span>
          <CopyButton label={t("documents.markdown.copyTable")} text={() => toTsv(text)} size="sm" />
          <IconButton
            label={t("documents.markdown.downloadTable")}
            icon={<FileDown aria-hidden="true" />}
            size="sm"
            onClick={save}
          />
        </div>
      )}
    </div>
  );
}

import { clsx } from "clsx";
import { FileDown } from "lucide-react";
import { useTexts } from "../lib/i18n.ts";
import { saveFile } from "../lib/save-file.ts";
import { type TableText, toCsv, toTsv } from "../lib/table-export.ts";
import { CopyButton } from "./copy-button.tsx";
import { IconButton } from "./icon-button.tsx";

type TableToolsProps = {
  /** The cells as text, header first. */
  text: TableText;
  /** The name of the downloaded file, without extension. */
  name: string | undefined;
  /** What it counts; its rows by default. */
  count?: string;
  className?: string;
};

/** Below a table: how much there is of it, copy as tab-separated text, download as CSV in the page's language. */
export function TableTools({ text, name, count, className }: TableToolsProps) {
  const { t, language } = useTexts();
  const save = () =>
    saveFile(`${name ?? t("documents.markdown.tableFile")}.csv`, toCsv(text, language), "text/csv;charset=utf-8");
  return (
    <div className={clsx("flex items-center gap-1 border-line border-t py-0.5 text-ink-3 text-tiny", className)}>
      <span className="flex-1">{count ?? t("documents.markdown.rows", { count: Math.max(0, text.length - 1) })}</span>
      <CopyButton label={t("documents.markdown.copyTable")} text={() => toTsv(text)} size="sm" />
      <IconButton
        label={t("documents.markdown.downloadTable")}
        icon={<FileDown aria-hidden="true" />}
        size="sm"
        onClick={save}
      />
    </div>
  );
}

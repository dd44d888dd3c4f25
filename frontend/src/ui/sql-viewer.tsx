import { useEffect, useState } from "react";
import { useTexts } from "../lib/i18n.ts";
import { CodeBlock } from "./code-block.tsx";
import { Segmented } from "./segmented.tsx";

type SqlViewerProps = {
  sql: string;
  /** Told what is shown, now and at each change, so that a copy gives that. */
  onShown?: (text: string) => void;
  /** How many lines to show; all of them by default. */
  lines?: number | undefined;
};

type Formatted = { of: string; text: string | undefined };

/** Beyond this the formatter would hold the page for seconds. */
const MAX_FORMATTED = 100_000;

/** SQL in colours, formatted or as written. */
export function SqlViewer({ sql, onShown, lines }: SqlViewerProps) {
  const { t } = useTexts();
  const [wanted, setWanted] = useState<"formatted" | "written">("formatted");
  const formatted = useFormatted(sql);
  const shown = wanted === "formatted" ? (formatted?.text ?? sql) : sql;
  const refused = formatted !== undefined && formatted.text === undefined;

  useEffect(() => onShown?.(shown), [onShown, shown]);

  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 px-3 pb-2">
        <Segmented
          label={t("documents.sql.layout")}
          value={wanted}
          onChange={setWanted}
          options={[
            { value: "formatted", label: t("documents.sql.formatted") },
            { value: "written", label: t("documents.sql.asWritten") },
          ]}
        />
        {wanted === "formatted" && refused && (
          <span className="text-ink-3 text-small">{t("documents.sql.unformattable")}</span>
        )}
      </div>
      <CodeBlock
        code={firstLines(shown, lines)}
        language="sql"
        label={t("documents.sql.code")}
        className="border-line border-t"
      />
    </div>
  );
}

/** The formatted statement; undefined until it is there, its `text` undefined where it can't be formatted. */
function useFormatted(sql: string): Formatted | undefined {
  const [formatted, setFormatted] = useState<Formatted>();
  useEffect(() => {
    let current = true;
    const settle = (text: string | undefined) => {
      if (current) setFormatted({ of: sql, text });
    };
    if (sql.length > MAX_FORMATTED) settle(undefined);
    else
      import("./sql-format.ts").then(
        (module) => settle(module.formatSql(sql)),
        () => settle(undefined),
      );
    return () => {
      current = false;
    };
  }, [sql]);
  return formatted?.of === sql ? formatted : undefined;
}

function firstLines(text: string, lines: number | undefined): string {
  return lines === undefined ? text : text.split("\n", lines).join("\n");
}

import { clsx } from "clsx";
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useTexts } from "../lib/i18n.ts";
import { ColumnEdge } from "./column-edge.tsx";
import { chatMin, keepWidth, keptWidth, type SideColumn, sideColumns } from "./column-widths.ts";

export type ColumnName = "documents" | "chat" | "rail";

export type ColumnsProps = {
  /** Side by side; else one at a time, `shown` on top of the others. */
  wide: boolean;
  shown: ColumnName;
  /** What is being read; null where nothing is. */
  documents: ReactNode | null;
  /** Null where nothing is, which only a narrow screen shows. */
  chat: ReactNode | null;
  rail: ReactNode;
};

/**
 * Documents, chat and sessions: side by side, or one over the other with the rail below all. The same elements for both,
 * so that a window made narrow, or a tablet turned, loses no scroll, no text and no focus.
 */
export function Columns({ wide, shown, documents, chat, rail }: ColumnsProps) {
  const { t } = useTexts();
  const [widths, setWidths] = useState(() => ({ documents: keptWidth("documents"), rail: keptWidth("rail") }));
  const documentsColumn = useRef<HTMLDivElement>(null);
  const chatColumn = useRef<HTMLDivElement>(null);
  const railColumn = useRef<HTMLDivElement>(null);

  function setWidth(column: SideColumn, width: number) {
    setWidths((now) => ({ ...now, [column]: width }));
    keepWidth(column, width);
  }

  const side = (column: SideColumn): CSSProperties =>
    wide ? { flex: `0 1 ${widths[column]}px`, minWidth: sideColumns[column].min } : {};
  const edge = (column: SideColumn) => ({
    column,
    chat: chatColumn,
    width: widths[column],
    onWidth: (width: number) => setWidth(column, width),
  });

  return (
    <div className="relative flex min-h-0 flex-1 overflow-hidden">
      {documents ? (
        <Column key="documents" ref={documentsColumn} wide={wide} over covered={false} style={side("documents")}>
          {documents}
        </Column>
      ) : null}
      {documents && wide ? (
        <ColumnEdge
          key="documents-edge"
          label={t("app.resizeDocuments")}
          side={documentsColumn}
          {...edge("documents")}
        />
      ) : null}
      {chat ? (
        <Column
          key="chat"
          ref={chatColumn}
          wide={wide}
          over
          covered={shown !== "chat"}
          style={wide ? { flex: "1 1 0", minWidth: chatMin } : {}}
        >
          {chat}
        </Column>
      ) : null}
      {wide ? <ColumnEdge key="rail-edge" label={t("app.resizeSessions")} side={railColumn} {...edge("rail")} /> : null}
      <Column key="rail" ref={railColumn} wide={wide} covered={shown !== "rail"} style={side("rail")}>
        {rail}
      </Column>
    </div>
  );
}

type ColumnProps = {
  ref: RefObject<HTMLDivElement | null>;
  wide: boolean;
  /** On a narrow screen it slides in over another, and takes the focus, for what had it is covered now. */
  over?: boolean;
  covered: boolean;
  style: CSSProperties;
  children: ReactNode;
};

function Column({ ref, wide, over = false, covered, style, children }: ColumnProps) {
  useEffect(() => {
    if (!wide && over && !covered && !ref.current?.contains(document.activeElement)) ref.current?.focus();
  }, [ref, wide, over, covered]);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      inert={!wide && covered}
      style={style}
      className={clsx(
        "bg-ground outline-none",
        wide ? "relative" : "absolute inset-0 transition-[opacity,translate]",
        !wide && over && "starting:translate-x-6 starting:opacity-0",
        !wide && covered && "invisible",
      )}
    >
      {children}
    </div>
  );
}

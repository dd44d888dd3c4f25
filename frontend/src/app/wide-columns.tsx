import { type ReactNode, useRef } from "react";
import { Group, type Layout, Panel, Separator } from "react-resizable-panels";
import { useTexts } from "../lib/i18n.ts";
import { remember, remembered } from "../lib/memory.ts";

export type ColumnsProps = {
  /** What is being read; null where nothing is. */
  documents: ReactNode | null;
  /** Null where nothing is, which only a narrow screen shows. */
  chat: ReactNode | null;
  rail: ReactNode;
};

const widths = {
  documents: { key: "width.documents", normal: 400, min: 300 },
  rail: { key: "width.rail", normal: 312, min: 240 },
} as const;

/** Documents, chat and sessions side by side. The two at the sides keep the width that the reader gave them, in pixels. */
export function WideColumns({ documents, chat, rail }: ColumnsProps) {
  const { t } = useTexts();
  const group = useRef<HTMLDivElement>(null);

  // Told in percent, kept in pixels: another window's width is not the reader's doing.
  function keepWidths(layout: Layout) {
    const whole = group.current?.clientWidth ?? 0;
    for (const column of ["documents", "rail"] as const) keep(column, ((layout[column] ?? 0) / 100) * whole);
  }

  return (
    <Group
      elementRef={group}
      className="min-h-0 flex-1"
      onLayoutChanged={(layout, { isUserInteraction }) => isUserInteraction && keepWidths(layout)}
    >
      {documents ? (
        <>
          <Panel
            id="documents"
            defaultSize={kept("documents")}
            minSize={widths.documents.min}
            maxSize="55%"
            groupResizeBehavior="preserve-pixel-size"
          >
            {documents}
          </Panel>
          <Separator id="documents-edge" title={t("app.resizeDocuments")} className={edge} />
        </>
      ) : null}
      <Panel id="chat" minSize={320}>
        {chat}
      </Panel>
      <Separator id="rail-edge" title={t("app.resizeSessions")} className={edge} />
      <Panel
        id="rail"
        defaultSize={kept("rail")}
        minSize={widths.rail.min}
        maxSize="45%"
        groupResizeBehavior="preserve-pixel-size"
      >
        {rail}
      </Panel>
    </Group>
  );
}

const edge =
  "w-px bg-line outline-none transition-colors hover:bg-accent focus-visible:bg-accent data-[separator=active]:bg-accent";

function kept(column: keyof typeof widths): number {
  const { key, normal, min } = widths[column];
  const width = Number(remembered(key));
  return Number.isFinite(width) && width >= min ? width : normal;
}

function keep(column: keyof typeof widths, width: number) {
  if (width > 0) remember(widths[column].key, String(Math.round(width)));
}

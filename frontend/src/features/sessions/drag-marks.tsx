import { Folder, FolderMinus } from "lucide-react";
import { useTexts } from "../../lib/i18n.ts";
import { groupKey, type RailItem } from "./rail-items.ts";
import type { RailLayout } from "./rail-layout.ts";
import type { RowDrag } from "./use-row-drag.ts";

/** The group that would take what is being dragged: its header and its rows, as one area. */
export function DropArea({
  items,
  layout,
  group,
}: {
  items: readonly RailItem[];
  layout: RailLayout;
  group: string | null;
}) {
  const first = items.findIndex(({ key }) => key === groupKey(group));
  const after = items.findIndex(({ kind }, index) => index > first && kind === "group");
  const top = layout.starts[first] ?? 0;
  const end = (after < 0 ? undefined : layout.starts[after]) ?? layout.end;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-1 top-0 z-1 rounded-md border-2 border-accent bg-accent/10"
      style={{ transform: `translateY(${top + 2}px)`, height: end - top }}
    />
  );
}

/** What is being dragged, at the pointer: how many, and where they would go. */
export function DragShadow({ drag: { ids, x, y, target } }: { drag: RowDrag }) {
  const { t } = useTexts();
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed top-0 left-0 z-40 flex max-w-72 items-center gap-2 rounded-md border border-line-strong bg-panel px-2.5 py-1 text-small shadow-float"
      style={{ transform: `translate(${x}px, ${y}px) translate(-100%, 10px)` }}
    >
      {target === null ? <FolderMinus /> : <Folder className={target === undefined ? "text-ink-3" : ""} />}
      <span className="shrink-0 font-strong">{t("sessions.dragging", { count: ids.length })}</span>
      {target === undefined ? null : (
        <span dir="auto" className="truncate text-ink-2">
          → {target ?? t("sessions.noGroup")}
        </span>
      )}
    </div>
  );
}

import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import type { ColumnsProps } from "./wide-columns.tsx";

export type NarrowColumn = "documents" | "chat" | "rail";

/** One column at a time. The rail stays under the others, and so keeps its place; the chat does so under the documents. */
export function NarrowColumns({ shown, documents, chat, rail }: ColumnsProps & { shown: NarrowColumn }) {
  return (
    <div className="relative min-h-0 flex-1 overflow-hidden">
      <Layer covered={shown !== "rail"}>{rail}</Layer>
      {shown === "rail" || !chat ? null : (
        <Layer over covered={shown !== "chat"}>
          {chat}
        </Layer>
      )}
      {shown === "documents" ? (
        <Layer over covered={false}>
          {documents}
        </Layer>
      ) : null}
    </div>
  );
}

/** `over` takes the focus when it slides in, for what had it is covered now. */
function Layer({ over = false, covered, children }: { over?: boolean; covered: boolean; children: ReactNode }) {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (over && !covered && !layer.current?.contains(document.activeElement)) layer.current?.focus();
  }, [over, covered]);
  return (
    <div
      ref={layer}
      tabIndex={-1}
      inert={covered}
      className={clsx(
        "absolute inset-0 bg-ground outline-none transition-[opacity,translate]",
        over && "starting:translate-x-6 starting:opacity-0",
        covered && "invisible",
      )}
    >
      {children}
    </div>
  );
}

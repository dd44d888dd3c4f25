import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { ColumnsProps } from "./wide-columns.tsx";

export type NarrowColumn = "documents" | "chat" | "rail";

/** One column at a time. The rail stays under the others, and so keeps its place; the chat does so under the documents. */
export function NarrowColumns({ shown, documents, chat, rail }: ColumnsProps & { shown: NarrowColumn }) {
  return (
    <div className="relative min-h-0 flex-1 overflow-hidden">
      <Layer covered={shown !== "rail"}>{rail}</Layer>
      {shown === "chat" || (shown === "documents" && chat) ? <Layer covered={shown !== "chat"}>{chat}</Layer> : null}
      {shown === "documents" ? <Layer covered={false}>{documents}</Layer> : null}
    </div>
  );
}

function Layer({ covered, children }: { covered: boolean; children: ReactNode }) {
  return (
    <div
      inert={covered}
      className={clsx(
        "absolute inset-0 bg-ground transition-[opacity,translate] starting:translate-x-6 starting:opacity-0",
        covered && "invisible",
      )}
    >
      {children}
    </div>
  );
}

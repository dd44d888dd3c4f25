import { useRef, useState } from "react";
import { groupButtonId } from "./rail-items.ts";
import type { SessionTask } from "./session-dialogs.tsx";
import { rowButtonId } from "./session-row.tsx";

/** What a person is being asked in a dialog of the rail, and what may have the focus after it. */
export function useSessionTask() {
  const [task, setTask] = useState<SessionTask | null>(null);
  const asking = useRef(false);
  const renamedTo = useRef<string | null>(null);
  return {
    task,
    ask(next: SessionTask | null) {
      asking.current = next !== null;
      if (next) renamedTo.current = null;
      setTask(next);
    },
    /** True as soon as it is asked, before the dialog is on the page. */
    isAsking: () => asking.current,
    /** The group that was asked about has another name now. */
    groupRenamed(to: string) {
      renamedTo.current = to;
    },
    /** The ids of the buttons that may have the focus after it, the best first. */
    buttonsAfter: () => (task ? buttonsAfter(task, renamedTo.current) : []),
  };
}

function buttonsAfter(task: SessionTask, renamedTo: string | null): string[] {
  if (task.kind === "rename") return [rowButtonId(task.row.id)];
  const firstRow = task.rows.slice(0, 1).map(({ id }) => rowButtonId(id));
  if (task.kind !== "rename-group") return firstRow;
  return [renamedTo ?? task.group, task.group].map(groupButtonId).concat(firstRow);
}

/** Tells one question from the next, so that each begins with empty fields. */
export const taskKey = (task: SessionTask) =>
  `${task.kind} ${"row" in task ? task.row.id : task.rows.map(({ id }) => id).join(" ")}`;

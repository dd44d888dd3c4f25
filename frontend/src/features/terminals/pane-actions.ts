import type { PaneKey } from "./pane-keys.ts";

/** What can be done with a terminal from its pane. */
export type PaneActions = {
  onClose: () => void;
  /** Starts the same anew. */
  onAgain: () => void;
  /** Hands its work to another agent; absent where nothing is left of it. */
  onContinue?: (() => void) | undefined;
  onOpenSession: (session: string) => void;
  /** Alone, or from alone to beside the chat; absent where there is no room for two. */
  onPlace?: (() => void) | undefined;
  /** A shell in a pane of its own; absent where there is no room. */
  onSplit: { right?: (() => void) | undefined; below?: (() => void) | undefined };
  /** Its program goes on as a tab; absent where there is no other pane. */
  onClosePane?: (() => void) | undefined;
  /** False where the key is the program's. */
  onPaneKey: (key: PaneKey) => boolean;
};

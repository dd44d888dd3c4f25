/** What can be done with a terminal from its pane. */
export type PaneActions = {
  onClose: () => void;
  /** Starts the same anew. */
  onAgain: () => void;
  onOpenSession: (session: string) => void;
  /** Puts it beside what is in the main place, or back; absent where there is no room for two. */
  onPlace?: (() => void) | undefined;
};

import type { SessionDetail } from "@thothii/backend/api/sessions";
import type { ReactNode } from "react";

/** Where a session's chat leads to. */
export type ChatWays = {
  onOpenPanel: (id: string, doc?: string) => void;
  /** An agent works on the session in a terminal, which is shown. */
  onOpenTerminal?: ((id: string) => void) | undefined;
  /** What takes the session's work elsewhere, in its header. */
  moves?: ((session: SessionDetail) => ReactNode) | undefined;
};

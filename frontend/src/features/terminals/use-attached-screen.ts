import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { terminalsQuery } from "../../lib/queries.ts";
import { type Attachment, type AttachStatus, createAttachment, type Size } from "./attach-connection.ts";
import { terminalPath } from "./terminal-actions.ts";
import type { ScreenOptions, TerminalScreen } from "./terminal-screen.ts";
import { typeAhead } from "./type-ahead.ts";

type Wishes = Pick<ScreenOptions, "label" | "describedBy" | "screenReader" | "onKey" | "onLink"> & {
  onPasteTooLong: () => void;
  onUnread: () => void;
};

/** What is between the element and the terminal: the screen, and the way to the server. */
export type Attached = {
  status: AttachStatus;
  /** Another page decides the size, and which it is; null where this one does. */
  framed: Size | null;
  /** Null until it is there. */
  screen: TerminalScreen | null;
  /** The program that draws could not be loaded. */
  broken: boolean;
  attachment: RefObject<Attachment | null>;
  retry: () => void;
};

/** Shows a terminal in an element for as long as that is on the page. */
export function useAttachedScreen(id: string, element: RefObject<HTMLElement | null>, wishes: Wishes): Attached {
  const client = useQueryClient();
  const [status, setStatus] = useState<AttachStatus>({ kind: "connecting", again: false });
  const [framed, setFramed] = useState<Size | null>(null);
  const [screen, setScreen] = useState<TerminalScreen | null>(null);
  const [broken, setBroken] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const attachment = useRef<Attachment | null>(null);
  const latest = useRef(wishes);
  useEffect(() => {
    latest.current = wishes;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason of its own
  useEffect(() => {
    const place = element.current;
    if (!place) return;
    const over = new AbortController();
    let own: TerminalScreen | null = null;
    setBroken(false);

    async function open(place: HTMLElement) {
      const { openTerminalScreen } = await import("./terminal-screen.ts");
      const { label, describedBy, screenReader } = latest.current;
      const way = () => attachment.current;
      own = await openTerminalScreen(
        {
          element: place,
          label,
          describedBy,
          screenReader,
          onInput: (data) => way()?.input(data),
          onInputBytes: (bytes) => way()?.inputBytes(bytes),
          onPaste: (text) => way()?.paste(text) === false && latest.current.onPasteTooLong(),
          onRoom: (room) => way()?.room(room),
          onFocus(has) {
            way()?.focused(has);
            const typed = has && way() ? typeAhead.take() : "";
            if (typed) way()?.input(typed);
          },
          onKey: (event) => latest.current.onKey(event),
          onLink: (address) => latest.current.onLink(address),
        },
        over.signal,
      );
      if (!own) return;
      const drawn = own;
      attachment.current = createAttachment({
        open: () => new WebSocket(`${location.origin.replace(/^http/, "ws")}${terminalPath(id, "attach")}`),
        screen: {
          ...drawn,
          size(size, isOwn) {
            drawn.size(size, isOwn);
            setFramed(isOwn ? null : size);
          },
        },
        onStatus: setStatus,
        onUnread: () => latest.current.onUnread(),
        // Gone, or the access code is no longer the server's: the list hears which.
        onRefused: () => void client.invalidateQueries({ queryKey: terminalsQuery.queryKey }),
      });
      setScreen(drawn);
    }
    open(place).catch(() => !over.signal.aborted && setBroken(true));

    return () => {
      over.abort();
      attachment.current?.close();
      attachment.current = null;
      own?.dispose();
      setScreen(null);
    };
  }, [id, element, client, attempt]);

  const retry = useCallback(() => {
    if (attachment.current) attachment.current.retry();
    else setAttempt((count) => count + 1);
  }, []);
  return { status, framed, screen, broken, attachment, retry };
}

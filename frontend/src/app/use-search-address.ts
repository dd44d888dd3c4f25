import type { Hit } from "@thothii/backend/api/search";
import { useCallback, useMemo, useState } from "react";
import type { SearchTarget, SearchText } from "../features/search/search-dialog.tsx";
import { panelDocument, useSessionHits } from "../features/search/session-hits.ts";
import { searchTypeAhead } from "../features/search/type-ahead.ts";
import { type Address, navigate, useAddress } from "../lib/address.ts";
import { hitInPanel, hitInTranscript, hitText } from "../lib/hit-place.ts";
import { useSearchKey } from "./use-search-key.ts";

const ended = { q: null, in: null, hit: null } as const;

/**
 * The search's part of the address: whether its box is open, and which passage is read where. `withChat` is what the
 * address has to say for the chat's place to be shown, where a conversation is read.
 */
export function useSearchAddress(wide: boolean, withChat: () => Partial<Address>) {
  const { panel, doc, q, in: filters, hit } = useAddress();
  const [called, setCalled] = useState<"never" | "open" | "closed">("never");
  const inPanel = useMemo(() => hitInPanel({ hit, panel, doc }), [hit, panel, doc]);
  const inTranscript = useMemo(() => hitInTranscript({ hit, panel, doc }), [hit, panel, doc]);
  const panelHits = useSessionHits(inPanel, q, filters, "panel");
  // Words without a passage are the search itself, also where a link or the way back led to them.
  const open = called === "open" || (q !== null && hit === null);
  const show = useCallback(() => {
    // Given up before its box is there, it doesn't come after all, into what the reader went on with.
    if (!open) searchTypeAhead.begin(() => setCalled("closed"));
    setCalled("open");
  }, [open]);
  useSearchKey(show);

  return {
    text: { q, in: filters },
    open,
    /** Loaded at its first use. */
    used: open || called !== "never",
    inPanel,
    panelHits,
    inTranscript,
    show,
    close() {
      setCalled("closed");
      if (hit === null) navigate({ q: null, in: null }, { replace: true });
    },
    /** What is typed is kept in the address, unless that says what is being read. */
    keep(text: SearchText) {
      if (hit === null) navigate(text, { replace: true });
    },
    goTo(target: SearchTarget, text: SearchText) {
      setCalled("closed");
      if (target.kind === "session") {
        navigate({ panel: target.sessionId, doc: null, ...(hit === null ? ended : {}) });
        return;
      }
      const place = { ...text, hit: hitText(target.place) };
      if (target.kind === "document") navigate({ ...place, panel: target.place.sessionId, doc: target.document });
      else navigate({ ...place, ...withChat(), ...(wide ? {} : { panel: null }) });
    },
    /** Another passage of the same session: no step to go back through each of them. */
    goToHit(next: Hit) {
      navigate({ hit: hitText(next), ...(inPanel ? { doc: panelDocument(next) } : {}) }, { replace: true });
    },
    end: () => navigate(ended),
    /** What leaves the conversation for another subject of the centre. */
    leaving: inTranscript ? ended : {},
  };
}

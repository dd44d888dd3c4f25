import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";
import type { Live, LiveEvent, LiveStatus, Topic } from "./live.ts";

const LiveContext = createContext<Live | null>(null);

/** Gives the page its one socket: `<LiveProvider value={live}>`. */
export const LiveProvider = LiveContext.Provider;

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error("Nothing on this page provides the live socket: wrap it in <LiveProvider>.");
  return live;
}

export function useLiveStatus(): LiveStatus {
  const live = useLive();
  return useSyncExternalStore(live.onStatus, live.status);
}

/** Follows a topic while the component is shown; `null` follows none. The handler may change between renders. */
export function useTopic<T extends Topic>(topic: T | null, handler: (event: LiveEvent<T>) => void): void {
  const live = useLive();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    if (topic === null) return;
    return live.subscribe(topic, (event) => latest.current(event));
  }, [live, topic]);
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { accessGranted, useAccessRefused } from "../lib/access.ts";
import { useLive, useLiveStatus } from "../lib/live-react.ts";
import { AppShell } from "./app-shell.tsx";
import { LoginPage } from "./login-page.tsx";

export function App() {
  const refused = useAccessRefused();
  useComeBack();
  return refused ? <LoginPage /> : <AppShell />;
}

/** Tries the server again as soon as there is reason to, and then what had failed without it. */
function useComeBack() {
  const live = useLive();
  const status = useLiveStatus();
  const client = useQueryClient();
  useEffect(() => {
    const again = () => {
      if (document.visibilityState === "visible") live.reconnect();
    };
    window.addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
    return () => {
      window.removeEventListener("online", again);
      document.removeEventListener("visibilitychange", again);
    };
  }, [live]);
  useEffect(() => {
    if (status !== "open") return;
    accessGranted(); // also where another tab gave the code: the cookie is the browser's
    void client.refetchQueries({ predicate: (query) => query.state.status === "error" });
  }, [status, client]);
}

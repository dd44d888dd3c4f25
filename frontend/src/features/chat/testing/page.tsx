import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { workspace } from "../../../testing/workspace.ts";
import "@fontsource-variable/inter";
import "@fontsource-variable/jetbrains-mono";
import "../../../ui/base.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { startTexts } from "../../../lib/i18n.ts";
import { LiveProvider } from "../../../lib/live-react.ts";
import { createFakeLive, type FakeLive } from "../../../testing/fake-live.ts";
import { ToastProvider } from "../../../ui/toast.tsx";
import { TooltipProvider } from "../../../ui/tooltip.tsx";
import { ChatPanel } from "../chat-panel.tsx";
import { agent, gate, phases, said, sessionDetail, snapshot } from "./conversation.ts";
import { scenes } from "./scenes.ts";

/*
 * The chat without a server, to look at: `vite frontend`, then /src/features/chat/testing/page.html?scene=gate. Without
 * a known scene it is the view of a new question; `scene=story` streams an answer up to a gate that can be answered.
 */
const query = new URLSearchParams(location.search);
const name = query.get("scene") ?? "";
const scene = scenes[name] ?? { snapshot: {} };
document.documentElement.dataset.theme = query.get("theme") ?? "";
await startTexts();

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

window.fetch = async (input, init) => {
  const path = new URL(String(input), location.href).pathname;
  if (path === "/workspace") return json(workspace({ phases }));
  if (path === "/sessions/a")
    return json(sessionDetail("a", { name: "Fatturato per regione, 2025", ...scene.session }));
  if (path === "/sessions/a/decide") return decided();
  if (init?.method === "POST") return json(problem("too_many_agents", "Resi, Margini, Clienti, Scontrini"), 429);
  return json(problem("session-not-found", ""), 404);
};

const problem = (code: string, detail: string) => ({ type: "", title: code, status: 0, detail, instance: "", code });

const fake = createFakeLive();
const live: FakeLive = {
  ...fake,
  subscribe(topic, listener) {
    const leave = fake.subscribe(topic, listener);
    if (String(topic) === "session:a") setTimeout(() => begin(), 20);
    return leave;
  },
};

function begin() {
  live.push("session:a", snapshot(scene.snapshot));
  if (name === "story") void tell();
}

let told = false;
async function tell() {
  if (told) return;
  told = true;
  const words = (
    "Ho letto la domanda e lo schema.\n\n## Che cosa ho capito\n\n- **Misura**: il fatturato, `sum(importo_netto)`\n" +
    "- **Per**: la regione del *negozio*\n- **Quando**: il 2025\n\n| Regione | Fatturato |\n|---|---:|\n| Lombardia | 1.204.331 |\n" +
    "| Lazio | 902.118 |\n\n```sql\nSELECT n.regione, sum(r.importo_netto)\nFROM righe_ordine r\nGROUP BY 1;\n```\n\nLo salvo."
  ).split(/(?<= )/);
  live.push("session:a", { event: "message", data: said("s1", "", { streaming: true }) });
  for (const text of words) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    live.push("session:a", { event: "delta", data: { id: "s1", text } });
  }
  live.push("session:a", { event: "message", data: said("s1", words.join("")) });
  live.push("session:a", { event: "gate", data: gate({ since: new Date().toISOString() }) });
  live.push("session:a", { event: "runtime", data: agent("waiting") });
}

async function decided() {
  await new Promise((resolve) => setTimeout(resolve, 600));
  setTimeout(() => {
    const closed = { requestId: "g1", outcome: "recorded", decision: "approve", by: "Anna" } as const;
    live.push("session:a", { event: "gate-closed", data: closed });
    live.push("session:a", { event: "runtime", data: agent("running") });
  }, 400);
  return json({});
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <LiveProvider value={live}>
          <TooltipProvider>
            <ToastProvider>
              <ChatPanel
                sessionId={name === "story" || name in scenes ? "a" : null}
                onOpenPanel={() => {}}
                onOpenChat={() => {}}
              />
            </ToastProvider>
          </TooltipProvider>
        </LiveProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

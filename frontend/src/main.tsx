import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { Providers } from "./app/providers.tsx";
import { createQueryClient } from "./app/query-client.ts";
import { api } from "./lib/api.ts";
import { startTexts } from "./lib/i18n.ts";
import { createLive } from "./lib/live.ts";
import { reloadWhenReplaced } from "./lib/reload-when-replaced.ts";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./ui/base.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id `root`.");

const liveAddress = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live`;
const live = createLive({
  open: () => new WebSocket(liveAddress),
  // A server that was started anew has a new access code: a request hears of it, and the page asks for the code.
  onRefused: () => void api.get("/workspace").catch(() => {}),
});

reloadWhenReplaced();

// No `await` at the top: it would cut the first chunk into a dozen.
void startTexts().then(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers client={createQueryClient()} live={live}>
        <App />
      </Providers>
    </StrictMode>,
  ),
);

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { packedAssets } from "./packed-assets.ts";

/** The server the development page talks to: `THOTH_DEV_SERVER=http://127.0.0.1:4317 THOTH_TOKEN=… vite frontend`. */
const server = process.env.THOTH_DEV_SERVER ?? "http://127.0.0.1:4317";
const token = process.env.THOTH_TOKEN;

// The server takes only requests of its own origin, and the cookie belongs to its own page.
const asOwnPage = {
  target: server,
  changeOrigin: true,
  headers: { origin: server, ...(token ? { authorization: `Bearer ${token}` } : {}) },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), packedAssets()],
  build: {
    // The content security policy forbids `data:` fonts; every asset is a file.
    assetsInlineLimit: 0,
    target: "baseline-widely-available",
    // Served from the reader's own machine: the first chunk (React, Base UI, the rail) may be larger than a web shop's.
    chunkSizeWarningLimit: 800,
  },
  server: {
    host: "127.0.0.1",
    proxy: {
      "/agents": asOwnPage,
      "/search": asOwnPage,
      "/sessions": asOwnPage,
      "/terminals": { ...asOwnPage, ws: true },
      "/transcripts": asOwnPage,
      "/workspace": asOwnPage,
      "/login": asOwnPage,
      "/live": { ...asOwnPage, ws: true },
    },
  },
});

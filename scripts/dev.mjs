// `npm run dev`: the page is rebuilt and the server restarted when their files change. Flags go on to `thoth serve`.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";

// One for the whole run, so that the printed link outlives a restart.
process.env.THOTH_TOKEN ||= randomBytes(32).toString("base64url");

const children = [
  spawn("vite", ["build", "frontend", "--watch", "--logLevel", "warn"], { stdio: ["ignore", 2, 2] }),
  spawn(
    process.execPath,
    [
      "--watch-path=backend/src",
      "--watch-path=backend/api",
      "--watch-preserve-output",
      "backend/bin/thoth.js",
      "serve",
      ...process.argv.slice(2),
    ],
    { stdio: "inherit" },
  ),
];

let stopping = false;
const stop = (code) => {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const child of children) child.kill("SIGTERM");
};
for (const child of children) child.on("exit", (code) => stop(code ?? 0));
process.on("SIGINT", () => stop(0));
process.on("SIGTERM", () => stop(0));
